/// What one workload may cost.
package struct Budget: Codable, Equatable, Sendable {
  /// So many times as long as another workload of the same run.
  package struct Ratio: Codable, Equatable, Sendable {
    package var of: String
    package var atMost: Double

    package init(of: String, atMost: Double) {
      self.of = of
      self.atMost = atMost
    }
  }

  package var ratios: [Ratio]?
  /// For the few workloads whose budget is a time.
  package var nanoseconds: Double?
  /// Compared to one decimal, for waking the queue costs a few mallocs, however many actions wait; never with slack.
  package var counts: [String: Double]?

  /// Why a limit here is wider than the one aimed at, what was tried, and by how much that is missed.
  package var note: String?

  package init(ratios: [Ratio]? = nil, nanoseconds: Double? = nil, counts: [String: Double]? = nil) {
    self.ratios = ratios
    self.nanoseconds = nanoseconds
    self.counts = counts
  }
}
