/// The result of one workload in one run of the benchmarks.
package struct Finding: Codable, Equatable, Sendable {
  package var name: String
  /// The median of all rounds, for one action.
  package var nanoseconds: Double
  /// The result of each round, in order.
  package var rounds: [Double]
  /// Counts, by name; nil if this machine cannot count.
  package var counts: [String: Double]?
  /// The reason why this machine could not run the workload; nil if it could.
  package var unavailable: String?

  /// The fastest round, which other users of the machine disturbed least.
  var least: Double { rounds.min() ?? nanoseconds }

  package init(
    name: String, nanoseconds: Double, rounds: [Double] = [], counts: [String: Double]? = [:],
    unavailable: String? = nil
  ) {
    self.name = name
    self.nanoseconds = nanoseconds
    self.rounds = rounds
    self.counts = counts
    self.unavailable = unavailable
  }
}
