import PureduxCompatibility
import PureduxCore
import PureduxTesting
import Testing

/// Names of Puredux 2.2 behave as before.
@Suite struct Puredux2NamesTests {
  @available(*, deprecated)
  @Test func `states are compared by a value with its old label`() {
    let runner = ManualRunner()
    let store = StateStore<(count: Int, name: String), Int>((0, ""), runner: runner) { state, action in
      if action == 0 { state.name += "a" } else { state.count += action }
    }
    let calls = Recorder<Int>()
    let token = store.subscribe(removeDuplicates: .equal(value: { $0.count }) && .equal { $0.count / 10 }) {
      calls.record($0.count)
    }
    for action in [0, 1, 0, 1] { store.dispatch(action) }
    runner.runUntilIdle()
    #expect(calls.values == [0, 1, 2])
    token.cancel()
  }
}
