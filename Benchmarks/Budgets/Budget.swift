/// The limits of one workload.
package struct Budget: Codable, Equatable, Sendable {
  /// A limit relative to another workload of the same run.
  package struct Ratio: Codable, Equatable, Sendable {
    package var of: String
    package var atMost: Double

    package init(of: String, atMost: Double) {
      self.of = of
      self.atMost = atMost
    }
  }

  package var ratios: [Ratio]?
  /// The limit of the few workloads whose budget is a time.
  package var nanoseconds: Double?
  /// Compared with one decimal and without slack: waking the queue costs a few mallocs, however many actions wait.
  package var counts: [String: Double]?

  /// The reason why a limit is wider than the target, the attempts to reach it, and the difference.
  package var note: String?

  package init(ratios: [Ratio]? = nil, nanoseconds: Double? = nil, counts: [String: Double]? = nil) {
    self.ratios = ratios
    self.nanoseconds = nanoseconds
    self.counts = counts
  }
}
