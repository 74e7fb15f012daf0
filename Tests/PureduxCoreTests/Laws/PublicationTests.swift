import PureduxCore
import PureduxTesting
import Testing

@Suite struct PublicationTests {
  @Test func `L3: states are published once: ancestors first, siblings by creation, observers by subscription`() {
    let order = Recorder<String>()
    let runner = ManualRunner()
    let root = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
    let first = root.with(0) { $0 += $1 }
    let second = root.map(state: { $0 * 10 })
    let third = root.with(0) { $0 += $1 }
    // Subscribed in another order than the stores were created in.
    let tokens = [
      third.subscribe { order.record("third \($0)") },
      second.subscribe { order.record("second \($0)") },
      first.subscribe { order.record("first \($0)") },
      root.subscribe { order.record("root a \($0)") },
      root.subscribe { order.record("root b \($0)") },
    ]
    runner.runUntilIdle()
    let before = order.values.count
    first.dispatch(1)
    runner.runUntilIdle()
    #expect(
      order.values[before...] == ["root a 1", "root b 1", "first (1, 1)", "second 10", "third (1, 0)"])
    withExtendedLifetime(tokens) {}
  }
}
