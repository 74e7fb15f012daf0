import PureduxTesting
import Testing

@Suite struct `A schedule` {
  /// A store whose two tasks race: the first answer wins, which it should not.
  private static func race(in context: TestContext) -> TestStore<String, String> {
    let store = TestStore(exhaustivity: .partial, in: context) {
      StateStore<String, String>("") { state, action in if state.isEmpty { state = action } }
    }
    for answer in ["old", "new"] {
      let weak = store.store.weak()
      _ = context.storeContext.startTask { weak.dispatch(answer) }
    }
    return store
  }

  @Test func `finds the order in which a race is lost, and names its seed`() {
    let failures = RecordedFailures()
    failures.recording {
      Schedule.explore { Self.race(in: $0).receive("old") { $0 = "old" } }
    }
    #expect(failures.values.count == 1)
    let seed = failures.values.first?.split(separator: "PUREDUX_SEED=").last?.prefix { $0.isNumber }
    let again = RecordedFailures()
    again.recording {
      Schedule.explore([seed.flatMap { UInt64($0) } ?? 0]) { Self.race(in: $0).receive("old") { $0 = "old" } }
    }
    #expect(again.values.map { $0.prefix(60) } == failures.values.map { $0.prefix(60) })
  }

  @Test(arguments: Schedule.seeds(20)) func `gives the same trace twice`(schedule: Schedule) {
    func trace() -> ([String], String) {
      let context = TestContext(schedule: schedule)
      let store = Self.race(in: context)
      store.context.runUntilIdle()
      return (context.trace, store.store.state)
    }
    #expect(trace() == trace())
  }

  @Test func `tries both orders of two tasks`() {
    let winners = Schedule.seeds(20).map { schedule in
      let store = Self.race(in: TestContext(schedule: schedule))
      store.context.runUntilIdle()
      return store.store.state
    }
    #expect(Set(winners) == ["old", "new"])
  }
}
