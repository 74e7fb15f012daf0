package import BenchmarkBudgets
import Foundation

/// The time of one action at growing sizes, for each size that may grow.
package struct GrowthChart: Equatable, Sendable {
  /// The workloads whose names begin with the same word, one for each size.
  package struct Family: Equatable, Sendable {
    package let prefix: String
    package let title: String
    package let points: [Point]

    /// The growth of the time from the first size to the last: 0 not at all, 1 with the size, 2 with its square.
    package var exponent: Double {
      guard let first = points.first, let last = points.last, first.size < last.size else { return 0 }
      return log(last.nanoseconds / first.nanoseconds) / log(last.size / first.size)
    }
  }

  package struct Point: Equatable, Sendable {
    package let size: Double
    /// The size in the form of the workload's name, such as `10k`.
    package let label: String
    package let nanoseconds: Double
  }

  package let families: [Family]
  /// Where and when the figures were measured, and how to read them, with one sentence per line.
  package let notes: [String]

  /// Families that the run measured at fewer than two sizes are omitted; throws if none is left.
  package init(_ findings: [Finding], measuredOn day: String, machine: String) throws(Chart.Missing) {
    families = Self.titles.compactMap { prefix, title in
      let points = findings.compactMap { Point($0, of: prefix) }.sorted { $0.size < $1.size }
      return points.count < 2 ? nil : Family(prefix: prefix, title: title, points: points)
    }
    guard !families.isEmpty else { throw Chart.Missing(workloads: Self.titles.map { $0.prefix + "-…" }) }
    notes = [
      "\(day), \(machine): a run of Benchmarks.",
      "Both scales are logarithmic: a line of the grid is ten times the one below.",
    ]
  }

  private static let titles: [(prefix: String, title: String)] = [
    ("GO", "observers"), ("GB", "observed children"), ("GD", "levels, in generic code"),
    ("GR", "array elements, one changes"), ("GE", "effects, one changes"),
    ("GW", "actions that wait"), ("GT", "threads that dispatch"), ("GA", "bytes of an action"),
  ]
}

extension GrowthChart.Point {
  fileprivate init?(_ finding: Finding, of prefix: String) {
    guard finding.unavailable == nil, finding.nanoseconds > 0, finding.name.hasPrefix(prefix + "-") else { return nil }
    label = String(finding.name.dropFirst(prefix.count + 1))
    nanoseconds = finding.nanoseconds
    let factor: Double = label.hasSuffix("M") ? 1_000_000 : label.hasSuffix("k") ? 1_000 : 1
    guard let number = Double(factor == 1 ? label : String(label.dropLast())) else { return nil }
    size = number * factor
  }
}
