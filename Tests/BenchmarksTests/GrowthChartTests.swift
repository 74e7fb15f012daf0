import BenchmarkBudgets
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import BenchmarkChart

@Suite struct GrowthChartTests {
  private let findings = [
    Finding(name: "GO-10k", nanoseconds: 100_000), Finding(name: "GO-1", nanoseconds: 10),
    Finding(name: "GO-100", nanoseconds: 1_000), Finding(name: "GW-1k", nanoseconds: 30),
    Finding(name: "GW-10M", nanoseconds: 30), Finding(name: "GA-8", nanoseconds: 18),
    Finding(name: "W1", nanoseconds: 28),
  ]

  private func chart() throws -> GrowthChart {
    try GrowthChart(findings, measuredOn: "2026-11-23", machine: "a machine")
  }

  @Test func `each family has its sizes in order, and one measured at a single size is left out`() throws {
    let families = try chart().families
    #expect(families.map(\.prefix) == ["GO", "GW"])
    #expect(families[0].points.map(\.size) == [1, 100, 10_000])
    #expect(families[1].points.map(\.size) == [1_000, 10_000_000])
  }

  @Test func `the exponent is 1 if time grows with the size, and 0 if time does not grow`() throws {
    let families = try chart().families
    #expect(abs(families[0].exponent - 1) < 1e-9)
    #expect(families[1].exponent == 0)
  }

  @Test func `a run without any family cannot be drawn`() {
    #expect(throws: Chart.Missing.self) {
      try GrowthChart([Finding(name: "W1", nanoseconds: 28)], measuredOn: "2026-11-23", machine: "a machine")
    }
  }

  @Test func `the picture is well formed, and its figures are accessible to a screen reader`() throws {
    let svg = try chart().svg
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(svg.contains("observers: 1 10 ns, 100 1 µs, 10k 100 µs."))
    #expect(svg.contains("exponent 1.00"))
    #expect(svg.contains("prefers-color-scheme: dark"))
    #expect(svg.components(separatedBy: "class=\"point\"").count - 1 == 5)
  }
}
