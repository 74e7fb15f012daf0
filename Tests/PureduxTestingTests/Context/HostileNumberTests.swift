import PureduxEffects
import PureduxTesting
import Testing

/// Absurd numbers and durations that a test has computed.
@Suite struct HostileNumberTests {
  private static let numbers: [Int] = [.min, -1, 0, 1, 2]
  private static let durations: [Duration] = [
    .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(1e17), .seconds(Int64.max),
    Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
  ]

  @Test func `the number of orders is the requested number, and zero for negative numbers`() {
    #expect(Self.numbers.map { Schedule.seeds($0).count } == [0, 0, 0, 1, 2])
    #expect(Schedule.seeds(.max).count == 1_000_000)
  }

  @Test(arguments: numbers + [.max]) func `a step has a limit of at least one`(limit: Int) {
    let context = TestContext(stepLimit: limit)
    let store = context.run { StateStore<Int, Int>(0) { $0 += $1 } }
    store.dispatch(1)
    context.runUntilIdle()
    #expect(store.state == 1)
  }

  @Test(arguments: durations) func `time advances by any duration, and never goes back`(duration: Duration) async {
    let (clock, context) = (TestClock(), TestContext())
    for _ in 0..<3 {
      let before = clock.now
      clock.advance(by: duration)
      clock.advance(to: TestClock.Instant(offset: duration))
      clock.advance(to: before.advanced(by: duration).advanced(by: duration))
      #expect(clock.now >= before)
      #expect(before.duration(to: clock.now) >= .zero)
      context.advance(by: duration)
    }
    #expect(context.clock.now.offset >= .zero)
  }

  @Test(arguments: durations) func `a sleep of any duration ends when its time has come or when it is cancelled`(
    duration: Duration
  ) {
    let context = TestContext()
    let store = context.run { StateStore<Int, Int>(0) { $0 += $1 } }
    let plan = store.run(
      ActionPlan { store in
        try await StoreContext.current.clock.sleep(duration)
        store.dispatch(1)
      })
    context.runUntilIdle()
    context.advance(by: .seconds(400_000_000))
    #expect(store.state == 1)
    #expect(context.clock.sleeperCount == 0)
    plan.cancel()
  }
}
