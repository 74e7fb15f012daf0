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

  /// A limit of the growth since a smaller size of the same work.
  package struct Growth: Codable, Equatable, Sendable {
    package var of: String
    /// The ratio of this size to the smaller one.
    package var times: Double
    /// 0 for a time that stays the same, 1 for one that grows with the size, 2 for one that grows with its square.
    package var exponentAtMost: Double

    package init(of: String, times: Double, exponentAtMost: Double) {
      self.of = of
      self.times = times
      self.exponentAtMost = exponentAtMost
    }
  }

  package var ratios: [Ratio]?
  package var growth: Growth?
  /// The limit of the few workloads whose budget is a time.
  package var nanoseconds: Double?
  /// Compared with one decimal and without slack: waking the queue costs a few mallocs, regardless of the number of
  /// queued actions.
  package var counts: [String: Double]?

  /// The reason why a limit is wider than the target, the attempts to reach it, and the difference.
  package var note: String?

  package init(
    ratios: [Ratio]? = nil, growth: Growth? = nil, nanoseconds: Double? = nil, counts: [String: Double]? = nil
  ) {
    self.ratios = ratios
    self.growth = growth
    self.nanoseconds = nanoseconds
    self.counts = counts
  }
}
