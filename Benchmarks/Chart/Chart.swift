/// The recorded figures of this library and of others, all of them from one run.
package struct Chart: Equatable, Sendable {
  /// A row of the chart.
  package struct Row: Equatable, Sendable {
    package let title: String
    package let nanoseconds: Double
    /// One figure for each other library, in the order of the legend; nil if it was not measured.
    package let peers: [Double?]

    /// The ratio of the fastest other library's time to ours.
    package var nextBest: Double? { peers.compactMap { $0 }.min().map { $0 / nanoseconds } }
  }

  /// Workloads without a figure of this library.
  package struct Missing: Error, Equatable, CustomStringConvertible {
    package let workloads: [String]
    package var description: String {
      "the chart needs figures of this library, which the record does not have: " + workloads.joined(separator: " ")
    }
  }

  /// The other libraries.
  package let libraries: [String]
  package let rows: [Row]
  /// Where and when the figures were measured, with one sentence per line.
  package let notes: [String]

  package init(_ figures: PeerFigures) throws(Missing) {
    let own = figures.libraries.first ?? ""
    let missing = figures.rows.filter { $0.nanoseconds[own] == nil }.map(\.workload)
    guard missing.isEmpty else { throw Missing(workloads: missing) }
    let others = Array(figures.libraries.dropFirst())
    libraries = others
    rows = figures.rows.map { row in
      Row(title: row.title, nanoseconds: row.nanoseconds[own] ?? 0, peers: others.map { row.nanoseconds[$0] })
    }
    notes = [
      "\(figures.recorded): \(figures.machine).",
      "Each library in a program of its own. The scale is logarithmic.",
    ]
  }
}
