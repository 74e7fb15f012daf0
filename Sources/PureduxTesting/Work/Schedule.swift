internal import Foundation

/// Chooses which of several ready steps runs next: the first step, or a step determined by a seed.
///
/// A program must not depend on the order in which ready pieces of work run. A seeded schedule selects an order that
/// depends only on the seed, so a failing test fails again with the same seed.
public struct Schedule: Sendable {
  /// The seed of the schedule; nil if steps run in order of arrival.
  public let seed: UInt64?
  private var random: SeededGenerator
  private let choose: (@Sendable (_ count: Int) -> Int)?

  private init(seed: UInt64?, choose: (@Sendable (Int) -> Int)? = nil) {
    self.seed = seed
    self.choose = choose
    random = SeededGenerator(seed: seed ?? 0)
  }

  /// Runs waiting turns first, and then jobs in order of arrival.
  public static let inOrder = Schedule(seed: nil)

  /// Runs steps in an order that depends only on the seed.
  public static func seeded(_ seed: UInt64) -> Schedule { Schedule(seed: seed) }

  /// Runs the step whose index `choose` returns, given the number of steps.
  static func chosen(by choose: @escaping @Sendable (_ count: Int) -> Int) -> Schedule {
    Schedule(seed: nil, choose: choose)
  }

  /// Returns the index of the step to run next, out of `count` steps, or nil if `count` is 0.
  mutating func pick(from count: Int) -> Int? {
    guard count > 0 else { return nil }
    if let choose { return choose(count) }
    return seed == nil ? 0 : Int.random(in: 0..<count, using: &random)
  }
}

extension Schedule: CustomStringConvertible {
  public var description: String { seed.map { "seed \($0)" } ?? "in order" }
}

extension Schedule {
  /// Returns `count` seeded schedules, at most a million, for use as the arguments of a parameterized test.
  public static func seeds(_ count: Int) -> [Schedule] {
    (0..<UInt64(min(max(count, 0), 1_000_000))).map(Schedule.seeded)
  }

  /// Runs a story once for each seed, to test many different orders of work.
  ///
  /// Stops at the first order in which the story fails, and includes the seed of that order in the failure. The same
  /// seed produces the same order: to reproduce a failure, set the environment variable `PUREDUX_SEED` to the seed, or
  /// pass only this seed.
  ///
  /// A story fails if a tool of this module reports a failure, or if the story throws an error. If the story uses
  /// `#expect`, pass `seeds(_:)` as the test's arguments instead.
  public static func explore(
    _ seeds: some Sequence<UInt64> = UInt64(0)..<100, _ story: (TestContext) throws -> Void
  ) rethrows {
    let given = ProcessInfo.processInfo.environment["PUREDUX_SEED"].flatMap(UInt64.init)
    for seed in given.map({ [$0] }) ?? Array(seeds) {
      let failures = StoreContext.current.failureReporter
      let hasFailed = AtomicFlag()
      let reporter = FailureReporter { text, position in
        hasFailed.raise()
        failures.report("\(text)\nIt occurs in the order of seed \(seed): set PUREDUX_SEED=\(seed).", at: position)
      }
      do {
        try StoreContext.with {
          $0.failureReporter = reporter
        } operation: {
          try story(TestContext(schedule: .seeded(seed)))
        }
      } catch {
        FileHandle.standardError.write(Data("The story threw in the order of seed \(seed).\n".utf8))
        throw error
      }
      if hasFailed.isRaised { return }
    }
  }
}

/// A random number generator whose output depends only on a seed (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator. The same seed produces the same numbers on every machine.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    defer { state &+= 0x9E37_79B9_7F4A_7C15 }
    return IdentitySource.mix(state)
  }
}
