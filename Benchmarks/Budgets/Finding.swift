/// What one workload came to in one run of the benchmarks.
package struct Finding: Codable, Equatable, Sendable {
  package var name: String
  /// The median of all rounds, for one action.
  package var nanoseconds: Double
  /// What one round each came to, in their order.
  package var rounds: [Double]
  /// What was counted and not timed, by name; nil where this machine cannot count.
  package var counts: [String: Double]?
  /// Why this machine could not run the workload; nil when it could.
  package var unavailable: String?

  /// What it came to where the machine's other users disturbed it least.
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
