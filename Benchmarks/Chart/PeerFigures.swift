/// The recorded figures of this library and others, from one run of `Benchmarks/Peers/run`, in the form of
/// `Benchmarks/peers.json`.
package struct PeerFigures: Codable, Equatable, Sendable {
  /// One workload that is displayed in the chart.
  package struct Row: Codable, Equatable, Sendable {
    package var workload: String
    package var title: String
    /// Nanoseconds for one action, by library; a library that was not measured is absent.
    package var nanoseconds: [String: Double]
    /// A remark for readers of the file.
    package var note: String?

    package init(workload: String, title: String, nanoseconds: [String: Double]) {
      self.workload = workload
      self.title = title
      self.nanoseconds = nanoseconds
    }
  }

  /// The day of the measurement, such as `2026-11-22`.
  package var recorded: String
  package var machine: String
  /// The libraries in the order of the legend. The first is this one.
  package var libraries: [String]
  package var rows: [Row]

  package init(recorded: String, machine: String, libraries: [String], rows: [Row]) {
    self.recorded = recorded
    self.machine = machine
    self.libraries = libraries
    self.rows = rows
  }
}
