import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import BenchmarkChart

@Suite struct ChartTests {
  private let peers = PeerFigures(
    recorded: "2026-11-22", machine: "a machine", libraries: ["this library", "Elder & Sons", "Newer"],
    rows: [
      .init(workload: "A", title: "alone", nanoseconds: ["this library": 36, "Elder & Sons": 900, "Newer": 450]),
      .init(workload: "B", title: "beside <others>", nanoseconds: ["this library": 4_560, "Newer": 60_000]),
    ])

  private func chart() throws -> Chart { try Chart(peers) }

  @Test func `a scale gives each factor of ten the same distance`() {
    let scale = LogarithmicScale(covering: [36, 111_439], positions: 200...600)
    #expect(scale.position(of: 10) == 200)
    #expect(scale.position(of: scale.times.upperBound) == 600)
    let steps = [10.0, 100, 1_000, 10_000, 100_000].map(scale.position)
    for (one, next) in zip(steps.dropFirst(), steps.dropFirst(2)) {
      #expect(abs((next - one) - (steps[1] - steps[0])) < 1e-9)
    }
  }

  @Test func `the ticks of a scale are the powers of ten on it`() {
    #expect(LogarithmicScale(covering: [36, 111_439], positions: 0...1).ticks == [10, 100, 1_000, 10_000, 100_000])
    #expect(LogarithmicScale(covering: [100, 950], positions: 0...1).ticks == [100, 1_000])
  }

  @Test func `a scale of no times, or of times that are not positive, is valid`() {
    for times in [[], [0], [-3, 0]] as [[Double]] {
      let scale = LogarithmicScale(covering: times, positions: 0...100)
      #expect(scale.position(of: 1) == 0)
      #expect(scale.position(of: 10) < 100)
    }
  }

  @Test func `a time is labelled with its unit`() {
    let labels = [9.6, 36, 999.4, 999.6, 1_000, 6_890, 9_949, 9_960, 111_439, 1_000_000].map(SVG.time)
    #expect(labels == ["10 ns", "36 ns", "999 ns", "1 µs", "1 µs", "6.9 µs", "9.9 µs", "10 µs", "111 µs", "1 ms"])
  }

  @Test func `a small factor has a decimal`() {
    #expect([1.2, 9.94, 9.96, 386.7].map(Chart.factor) == ["1.2 ×", "9.9 ×", "10 ×", "387 ×"])
  }

  @Test func `the rows are those of the record, in their order, and all figures are of its run`() throws {
    let chart = try chart()
    #expect(chart.libraries == ["Elder & Sons", "Newer"])
    #expect(chart.notes.first == "2026-11-22: a machine.")
    #expect(chart.rows.map(\.title) == ["alone", "beside <others>"])
    #expect(chart.rows.map(\.nanoseconds) == [36, 4_560])
    #expect(chart.rows.map(\.peers) == [[900, 450], [nil, 60_000]])
    #expect(chart.rows.map(\.nextBest) == [12.5, 60_000 / 4_560])
  }

  @Test func `a workload without a figure of this library is named`() {
    var peers = peers
    peers.rows[1].nanoseconds["this library"] = nil
    #expect(throws: Chart.Missing(workloads: ["B"])) { try Chart(peers) }
  }

  @Test func `the picture is well formed, names every row and library, and has a mark for each figure`() throws {
    let picture = Picture()
    let parser = XMLParser(data: Data(try chart().svg.utf8))
    parser.delegate = picture
    #expect(parser.parse())
    let texts: Set = [
      "alone", "beside <others>", "this library", "Elder & Sons", "Newer", "36 ns", "4.6 µs", "12 ×", "13 ×",
    ]
    #expect(picture.texts.isSuperset(of: texts))
    // A legend's mark for each library, and one for each figure of a row.
    #expect(picture.classes["own"] == 1 + 2)
    #expect(picture.classes["peer0"] == 1 + 1)
    #expect(picture.classes["peer1"] == 1 + 2)
    #expect(try chart().svg.contains("prefers-color-scheme: dark"))
  }

  @Test func `the figures of the picture are accessible to a screen reader`() throws {
    #expect(try chart().svg.contains("alone: this library 36 ns, Elder &amp; Sons 900 ns, Newer 450 ns."))
  }

  @Test func `the recorded figures are positive times of libraries in the legend`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Benchmarks")
    let recorded = try JSONDecoder().decode(
      PeerFigures.self, from: Data(contentsOf: folder.appendingPathComponent("peers.json")))
    #expect(!recorded.rows.isEmpty)
    _ = try Chart(recorded)
    for row in recorded.rows {
      #expect(Set(row.nanoseconds.keys).isSubset(of: recorded.libraries))
      #expect(!row.nanoseconds.isEmpty && row.nanoseconds.values.allSatisfy { $0 > 0 })
    }
    #expect(recorded.libraries.count <= 1 + Mark.allCases.count)
  }
}

/// Collects the texts and the classes of an SVG.
private final class Picture: NSObject, XMLParserDelegate {
  var texts: Set<String> = []
  var classes: [String: Int] = [:]
  private var text = ""

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    text = ""
    for name in (attributes["class"] ?? "").split(separator: " ") { classes[String(name), default: 0] += 1 }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if element == "text" { texts.insert(text) }
    text = ""
  }
}
