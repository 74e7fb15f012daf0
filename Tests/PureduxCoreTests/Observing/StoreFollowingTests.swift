import PureduxTesting
import Testing

@testable import PureduxCore

@Suite struct StoreFollowingTests {
  private let runner = ManualRunner()
  private let calls = Recorder<String>()

  private func follow(_ store: StateStore<Int, Int>, while isWanted: @escaping @Sendable () -> Bool = { true }) {
    let registration = store.node.registerFollower { [calls] _, _ in
      calls.record("change")
      return isWanted() ? .active : .dead
    } onEnd: { [calls] in
      calls.record("end")
    }
    store.node.tree.mailbox.post { [admission = store.node.admission] turn in admission.admit(registration, turn) }
  }

  @Test func `a follower is notified of each publication, and once more when all sent actions have been reduced`() {
    let reduced = Recorder<Int>()
    var store: StateStore<Int, Int>? = StateStore(0, runner: runner) { state, action in
      state += action
      reduced.record(action)
    }
    store.map { follow($0) }
    runner.runUntilIdle()
    store?.dispatch(1)
    runner.runUntilIdle()
    #expect(calls.values == ["change", "change"])
    store?.dispatch(2)
    store = nil
    #expect(calls.values == ["change", "change"])
    runner.runUntilIdle()
    #expect(reduced.values == [1, 2])
    #expect(calls.values == ["change", "change", "end"])
  }

  @Test func `an observer that returns dead is notified of its end, and of nothing after it`() {
    let store = StateStore(0, runner: runner) { (state: inout Int, action: Int) in state += action }
    follow(store) { false }
    runner.runUntilIdle()
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(calls.values == ["change", "end"])
  }

  @Test func `an observer is notified of the end even if the mailbox is dropped`() {
    struct LosingRunner: StoreRunner {
      func run(_ work: @escaping @Sendable () -> Void) {}
    }
    var store: StateStore<Int, Int>? = StateStore(0, runner: LosingRunner()) { $0 += $1 }
    store.map { follow($0) }
    store = nil
    #expect(calls.values == ["end"])
  }
}
