import Foundation

extension GrowthChart {
  /// The chart as an image that follows the reader's light or dark appearance: a panel for each family, two in a row.
  package var svg: String {
    let height = Panel.top + (families.count + 1) / 2 * Panel.height + 10 + 16 * notes.count
    let scale = LogarithmicScale(covering: families.flatMap { $0.points.map(\.nanoseconds) }, positions: 0...1)
    let opening = """
      <svg xmlns="http://www.w3.org/2000/svg" width="680" height="\(height)" viewBox="0 0 680 \(height)" role="img" \
      aria-labelledby="title description">
      <title id="title">Time for one action as something grows</title>
      <desc id="description">\(SVG.escaped(summary))</desc>
      \(Self.style)
      <rect class="card" x="0.5" y="0.5" width="679" height="\(height - 1)" rx="8"/>
      <text class="text head" x="16" y="28">Time for one action as something grows: flat is best</text>
      """
    let panels = families.indices.flatMap { Panel(families[$0], at: $0, scale).elements }
    let notes = notes.enumerated().map { index, note in
      "<text class=\"faint\" x=\"16\" y=\"\(height - 14 - 16 * (self.notes.count - 1 - index))\">\(SVG.escaped(note))</text>"
    }
    return ([opening] + panels + notes + ["</svg>", ""]).joined(separator: "\n")
  }

  /// The figures as text, for a reader who cannot see the image.
  private var summary: String {
    families.map { family in
      family.title + ": " + family.points.map { "\($0.label) \(SVG.time($0.nanoseconds))" }.joined(separator: ", ")
        + "."
    }.joined(separator: " ")
  }

  private static let style = """
    <style>
    text { font: 12px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif }
    .card { fill: #ffffff; stroke: #d1d9e0 }
    .text { fill: #1f2328 }
    .head { font-size: 15px; font-weight: 600 }
    .strong { font-weight: 600; font-size: 13px }
    .faint { fill: #59636e; font-size: 11px }
    .end { text-anchor: end }
    .middle { text-anchor: middle }
    .grid { stroke: #d1d9e0 }
    .line { fill: none; stroke: #e8590c; stroke-width: 2 }
    .point { fill: #e8590c }
    @media (prefers-color-scheme: dark) {
      .card { fill: #0d1117; stroke: #3d444d }
      .text { fill: #f0f6fc }
      .faint { fill: #9198a1 }
      .grid { stroke: #2a313c }
      .line { stroke: #ff922b }
      .point { fill: #ff922b }
    }
    </style>
    """
}

/// One family, as drawn.
private struct Panel {
  static let top = 44
  static let height = 168
  private static let plotHeight = 104.0
  private static let plotWidth = 224.0

  let family: GrowthChart.Family
  let times: LogarithmicScale
  let left: Double
  let top: Double

  /// `times` has its positions between 0, at the bottom, and 1.
  init(_ family: GrowthChart.Family, at index: Int, _ times: LogarithmicScale) {
    self.family = family
    self.times = times
    left = index % 2 == 0 ? 72 : 402
    top = Double(Self.top + index / 2 * Self.height) + 30
  }

  var elements: [String] {
    let spots = family.points.map { (x: x($0.size), y: y($0.nanoseconds), point: $0) }
    let path = spots.map { "\(SVG.rounded($0.x)) \(SVG.rounded($0.y))" }.joined(separator: "L")
    return heading + grid + ["<path class=\"line\" d=\"M\(path)\"/>"]
      + spots.flatMap { spot in
        [
          "<circle class=\"point\" cx=\"\(SVG.rounded(spot.x))\" cy=\"\(SVG.rounded(spot.y))\" r=\"3.5\"/>",
          text(spot.point.label, "faint middle", x: spot.x, y: top + Self.plotHeight + 16),
        ]
      } + ends(spots.map { ($0.x, $0.y, $0.point.nanoseconds) })
  }

  private var heading: [String] {
    let exponent = abs(family.exponent) < 0.005 ? 0 : family.exponent
    return [
      text(family.title, "text strong", x: left - 56, y: top - 12),
      text(String(format: "exponent %.2f", exponent), "faint end", x: left + Self.plotWidth + 16, y: top - 12),
    ]
  }

  private var grid: [String] {
    times.ticks.flatMap { time in
      let y = y(time)
      return [
        "<path class=\"grid\" d=\"M\(SVG.rounded(left)) \(SVG.rounded(y))h\(Self.plotWidth)\"/>",
        text(SVG.time(time), "faint end", x: left - 8, y: y + 4),
      ]
    }
  }

  /// The first and the last time: above their points, or next to a point that is close to the heading.
  private func ends(_ spots: [(x: Double, y: Double, time: Double)]) -> [String] {
    [spots.first, spots.last].compactMap { $0 }.map { spot -> String in
      let time = SVG.time(spot.time)
      if spot.y < top + 12 { return text(time, "text end", x: spot.x - 8, y: spot.y + 4) }
      return text(time, "text middle", x: spot.x, y: spot.y - 8)
    }
  }

  private func text(_ text: String, _ style: String, x: Double, y: Double) -> String {
    "<text class=\"\(style)\" x=\"\(SVG.rounded(x))\" y=\"\(SVG.rounded(y))\">\(SVG.escaped(text))</text>"
  }

  private func x(_ size: Double) -> Double {
    let sizes = family.points.map(\.size)
    guard let first = sizes.first, let last = sizes.last else { return left }
    return left + 16 + log(size / first) / log(last / first) * (Self.plotWidth - 32)
  }

  private func y(_ nanoseconds: Double) -> Double { top + (1 - times.position(of: nanoseconds)) * Self.plotHeight }
}
