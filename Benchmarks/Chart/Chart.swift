package import BenchmarkBudgets

/// Our figures of one run and the recorded figures of other libraries.
package struct Chart: Equatable, Sendable {
  /// A row of the chart.
  package struct Row: Equatable, Sendable {
    package let title: String
    package let nanoseconds: Double
    /// One figure for each library, in the order of the legend; nil if it was not measured.
    package let peers: [Double?]

    /// The ratio of the fastest other library's time to ours.
    package var nextBest: Double? { peers.compactMap { $0 }.min().map { $0 / nanoseconds } }
  }

  /// A workload of the chart that the run did not measure.
  package struct Missing: Error, Equatable, CustomStringConvertible {
    package let workloads: [String]
    package var description: String {
      "the chart needs workloads that were not measured: " + workloads.joined(separator: " ")
    }
  }

  package let libraries: [String]
  package let rows: [Row]
  /// Where and when the figures were measured, with one sentence per line.
  package let notes: [String]

  /// Throws unless each row of the chart is among these workloads, so that a run that cannot be drawn is not started.
  package static func requireRows(of peers: PeerFigures, among workloads: Set<String>) throws(Missing) {
    let missing = peers.rows.map(\.workload).filter { !workloads.contains($0) }
    guard missing.isEmpty else { throw Missing(workloads: missing) }
  }

  /// - Parameter day: The day of our run, such as `2026-11-22`.
  package init(_ findings: [Finding], measuredOn day: String, beside peers: PeerFigures) throws(Missing) {
    let ours = Dictionary(
      findings.filter { $0.unavailable == nil && $0.nanoseconds > 0 }.map { ($0.name, $0.nanoseconds) }
    ) { $1 }
    try Self.requireRows(of: peers, among: Set(ours.keys))
    libraries = peers.libraries
    rows = peers.rows.map { row in
      Row(
        title: row.title, nanoseconds: ours[row.workload] ?? 0,
        peers: peers.libraries.map { row.nanoseconds[$0] })
    }
    notes = [
      "This library, \(day): a run of Benchmarks. The scale is logarithmic.",
      "The others, \(peers.recorded): \(peers.machine).",
    ]
  }
}
