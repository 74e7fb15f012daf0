import Foundation

/// Random runs of the model, and the number of times that each operation occurred in them.
package struct ModelCheck {
  private let name: String
  private let stepsOfARun: Int
  private var counts: [ModelOperation: Int] = [:]
  private var runCount = 0

  package init(_ name: String, stepsOfARun: Int) {
    self.name = name
    self.stepsOfARun = stepsOfARun
  }

  /// The seeds of the runs: the seed to be repeated, or a few if the whole suite is repeated, otherwise enough.
  ///
  /// `steps` is the total of all runs in the short form; the long form has a million.
  package static func seeds(steps: Int, stepsOfARun: Int) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["PUREDUX_MODEL_SEED"].flatMap(UInt64.init) { return [seed] }
    if environment["PUREDUX_REPEATING"] == "1" { return (0..<2).map { _ in .random(in: 0...UInt64(UInt32.max)) } }
    return Array(0..<UInt64((environment["PUREDUX_LONG"] == "1" ? 1_000_000 : steps) / stepsOfARun))
  }

  /// Runs one seed. Returns the violation of a law, if there is one, with the preceding events.
  package mutating func run(seed: UInt64, _ driver: ModelDriver) -> String? {
    let run = ModelRun(seed: seed, steps: stepsOfARun, driver)
    for operation in run.operations { counts[operation, default: 0] += 1 }
    runCount += 1
    return run.report()
  }

  private func share(of operation: ModelOperation) -> Double {
    Double(counts[operation] ?? 0) / Double(max(1, counts.values.reduce(0, +))) * 100
  }

  /// A line for each operation.
  package var statistics: [String] {
    ModelOperation.allCases.map { operation in
      let share = String(format: "%.1f", share(of: operation))
      return "model check \(name): \(operation) \(counts[operation] ?? 0) times, \(share) %"
    }
  }

  /// The operations that occurred too rarely to prove anything. Empty for a small number of runs, in which this is
  /// random.
  package var rareOperations: [ModelOperation] {
    runCount >= 12 ? ModelOperation.allCases.filter { share(of: $0) < 0.4 } : []
  }
}
