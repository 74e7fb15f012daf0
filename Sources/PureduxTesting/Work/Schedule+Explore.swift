internal import Foundation

extension Schedule {
  /// So many orders, to give a parameterised test its arguments.
  public static func seeds(_ count: Int) -> [Schedule] { (0..<UInt64(count)).map(Schedule.seeded) }

  /// Tells a story once for each seed, so that whatever could run next does so in many orders.
  ///
  /// Stops at the first order in which the story fails, and names its seed in the failure. The same seed gives the
  /// same order again: set `PUREDUX_SEED` to it, or give it as the only one.
  ///
  /// Failures of this module's tools count, and errors that the story throws. Where it uses `#expect`, give the
  /// test `seeds(_:)` as arguments instead.
  public static func explore(
    _ seeds: some Sequence<UInt64> = UInt64(0)..<100, _ story: (TestContext) throws -> Void
  ) rethrows {
    let given = ProcessInfo.processInfo.environment["PUREDUX_SEED"].flatMap(UInt64.init)
    for seed in given.map({ [$0] }) ?? Array(seeds) {
      let failures = StoreContext.current.failureReporter
      let hasFailed = AtomicFlag()
      let reporter = FailureReporter { text, place in
        hasFailed.raise()
        failures.report("\(text)\nIt happens in the order of seed \(seed): set PUREDUX_SEED=\(seed).", at: place)
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
