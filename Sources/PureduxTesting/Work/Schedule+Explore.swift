internal import Foundation

extension Schedule {
  /// `count` schedules, as the arguments of a parameterised test; a million at most.
  public static func seeds(_ count: Int) -> [Schedule] {
    (0..<UInt64(min(max(count, 0), 1_000_000))).map(Schedule.seeded)
  }

  /// Runs a story once for each seed, and therefore in many orders.
  ///
  /// Stops at the first order in which the story fails, and names its seed in the failure. The same seed gives the same
  /// order: set `PUREDUX_SEED` to it, or pass it as the only seed.
  ///
  /// Failures of the tools of this module count, and errors that the story throws. If the story uses `#expect`, use
  /// `seeds(_:)` as the arguments of the test instead.
  public static func explore(
    _ seeds: some Sequence<UInt64> = UInt64(0)..<100, _ story: (TestContext) throws -> Void
  ) rethrows {
    let given = ProcessInfo.processInfo.environment["PUREDUX_SEED"].flatMap(UInt64.init)
    for seed in given.map({ [$0] }) ?? Array(seeds) {
      let failures = StoreContext.current.failureReporter
      let hasFailed = AtomicFlag()
      let reporter = FailureReporter { text, position in
        hasFailed.raise()
        failures.report("\(text)\nIt happens in the order of seed \(seed): set PUREDUX_SEED=\(seed).", at: position)
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
