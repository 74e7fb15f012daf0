import Foundation

extension Chart {
  /// The chart as an image that follows the reader's light or dark appearance.
  package var svg: String {
    let layout = Layout(rows: rows.count, notes: notes.count)
    let scale = LogarithmicScale(
      covering: rows.flatMap { [$0.nanoseconds] + $0.peers.compactMap { $0 } }, positions: layout.plot)
    let opening = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(layout.width)" height="\(layout.height)" \
      viewBox="0 0 \(layout.width) \(layout.height)" role="img" aria-labelledby="title description">
      <title id="title">Time for one action, this library beside others</title>
      <desc id="description">\(SVG.escaped(summary))</desc>
      \(Self.style)
      <rect class="card" x="0.5" y="0.5" width="\(layout.width - 1)" height="\(layout.height - 1)" rx="8"/>
      <text class="text head" x="16" y="28">Time for one action: further left is quicker</text>
      """
    let rows = rows.indices.flatMap { drawing(of: $0, scale, layout) }
    let notes = notes.enumerated().map { index, note in
      "<text class=\"faint\" x=\"16\" y=\"\(layout.noteTop + 16 * index)\">\(SVG.escaped(note))</text>"
    }
    return ([opening] + legend + ticks(scale, layout) + rows + notes + ["</svg>", ""]).joined(separator: "\n")
  }

  /// A factor with one decimal below ten, where it matters.
  static func factor(_ value: Double) -> String { String(format: value < 9.95 ? "%.1f ×" : "%.0f ×", value) }

  /// The figures as text, for a reader who cannot see the image.
  private var summary: String {
    rows.map { row in
      let peers = zip(libraries, row.peers).compactMap { name, time in time.map { "\(name) \(SVG.time($0))" } }
      return "\(row.title): this library \(SVG.time(row.nanoseconds)), " + peers.joined(separator: ", ") + "."
    }.joined(separator: " ")
  }

  private var legend: [String] {
    // Three figures per line, which leaves room for the reader's widest font.
    let names = ["this library"] + libraries
    return names.indices.map { index in
      let (line, column) = index.quotientAndRemainder(dividingBy: 3)
      let mark = index == 0 ? "<g class=\"own\">\(Mark.own)</g>" : peerMark(index - 1)
      return """
        <g transform="translate(\(26 + 150 * column) \(50 + 22 * line))">\(mark)\
        <text class="text" x="14" y="4.5">\(SVG.escaped(names[index]))</text></g>
        """
    }
  }

  private func ticks(_ scale: LogarithmicScale, _ layout: Layout) -> [String] {
    scale.ticks.map { time in
      let x = SVG.rounded(scale.position(of: time))
      return """
        <path class="grid" d="M\(x) \(layout.top - 4)V\(layout.bottom)"/>\
        <text class="faint middle" x="\(x)" y="\(layout.bottom + 16)">\(SVG.time(time))</text>
        """
    } + ["<text class=\"faint end\" x=\"\(layout.width - 16)\" y=\"\(layout.top - 10)\">next best</text>"]
  }

  private func drawing(of index: Int, _ scale: LogarithmicScale, _ layout: Layout) -> [String] {
    let row = rows[index]
    let y = layout.middle(ofRow: index)
    let own = scale.position(of: row.nanoseconds)
    let slowest = ([row.nanoseconds] + row.peers.compactMap { $0 }).map(scale.position).max() ?? own
    let peers = row.peers.enumerated().compactMap { index, time in
      time.map { "<g transform=\"translate(\(SVG.rounded(scale.position(of: $0))) \(y))\">\(peerMark(index))</g>" }
    }
    return [
      "<text class=\"text\" x=\"16\" y=\"\(y + 4.5)\">\(SVG.escaped(row.title))</text>",
      "<path class=\"span\" d=\"M\(SVG.rounded(own)) \(y)H\(SVG.rounded(slowest))\"/>",
    ] + peers + [
      "<g class=\"own\" transform=\"translate(\(SVG.rounded(own)) \(y))\">\(Mark.own)</g>",
      "<text class=\"text strong end\" x=\"\(SVG.rounded(own - 12))\" y=\"\(y + 4.5)\">\(SVG.time(row.nanoseconds))</text>",
      row.nextBest.map {
        "<text class=\"text strong end\" x=\"\(layout.width - 16)\" y=\"\(y + 4.5)\">\(Self.factor($0))</text>"
      } ?? "",
    ]
  }

  private func peerMark(_ index: Int) -> String {
    let mark = Mark(rawValue: index % Mark.allCases.count) ?? .diamond
    return "<g class=\"peer\(index % Mark.allCases.count)\">\(mark.shape)</g>"
  }

  private static let style = """
    <style>
    text { font: 13px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif }
    .card { fill: #ffffff; stroke: #d1d9e0 }
    .text { fill: #1f2328 }
    .head { font-size: 15px; font-weight: 600 }
    .strong { font-weight: 600; paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round }
    .faint { fill: #59636e; font-size: 12px }
    .end { text-anchor: end }
    .middle { text-anchor: middle }
    .grid { stroke: #d1d9e0 }
    .span { stroke: #afb8c1; stroke-width: 1.5 }
    .own { fill: #e8590c }
    .peer0 { fill: #8250df; color: #8250df }
    .peer1 { fill: #0969da; color: #0969da }
    .peer2 { fill: #1a7f37; color: #1a7f37 }
    .peer3 { fill: #9a6700; color: #9a6700 }
    .peer4 { fill: #57606a; color: #57606a }
    .peer5 { fill: #bf3989; color: #bf3989 }
    @media (prefers-color-scheme: dark) {
      .card { fill: #0d1117; stroke: #3d444d }
      .text { fill: #f0f6fc }
      .strong { stroke: #0d1117 }
      .faint { fill: #9198a1 }
      .grid { stroke: #2a313c }
      .span { stroke: #59636e }
      .own { fill: #ff922b }
      .peer0 { fill: #b08cff; color: #b08cff }
      .peer1 { fill: #58a6ff; color: #58a6ff }
      .peer2 { fill: #3fb950; color: #3fb950 }
      .peer3 { fill: #d29922; color: #d29922 }
      .peer4 { fill: #adbac7; color: #adbac7 }
      .peer5 { fill: #f778ba; color: #f778ba }
    }
    </style>
    """
}

/// The positions of the parts of the image.
private struct Layout {
  let rows: Int
  let notes: Int
  let width = 680
  let plot = 222.0...600.0
  let top = 118
  private let rowHeight = 32

  var bottom: Int { top + rows * rowHeight }
  var noteTop: Int { bottom + 42 }
  var height: Int { noteTop + 16 * notes - 2 }

  func middle(ofRow index: Int) -> Double { Double(top + index * rowHeight + rowHeight / 2) }
}
