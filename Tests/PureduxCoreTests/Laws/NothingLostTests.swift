import Dispatch
import PureduxCore
import PureduxTesting
import Testing

@Suite struct NothingLostTests {
  @Test func `a child that dispatches and is released while the queue is busy loses no action`() async {
    let root = StateStore<Int, Int>(0) { $0 += $1 }
    let queueIsBusy = DispatchSemaphore(value: 0)
    let busy = root.subscribe { state in
      if state == 0 { queueIsBusy.wait() }
    }
    for _ in 0..<20 { root.with(0) { $0 += $1 }.dispatch(1) }
    queueIsBusy.signal()
    await root.settled()
    #expect(root.state == 20)
    busy.cancel()
  }

  @Test func `children on eight threads lose no action`() async {
    let root = StateStore<Int, Int>(0) { $0 += $1 }
    let locals = StateStore<Int, Int>(0) { $0 += $1 }
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<2_000 {
        let child = root.with(0) { local, action in
          local += action
          locals.dispatch(local)
        }
        child.dispatch(1)
      }
    }
    await root.settled()
    await locals.settled()
    #expect(root.state == 16_000)
    #expect(locals.state == 16_000)
  }

  @Test func `L6: an action of a released chain is reduced by every store of it`() {
    let runner = ManualRunner()
    let seen = Recorder<String>()
    let root = StateStore<Int, Int>(0, runner: runner) { state, _ in
      state += 1
      seen.record("root")
    }
    do {
      let leaf = root.with(0) { _, _ in seen.record("middle") }.with(0) { _, _ in seen.record("leaf") }
      leaf.dispatch(1)
    }
    runner.runUntilIdle()
    #expect(seen.values == ["leaf", "middle", "root"])
  }

  @Test func `clearing the mailbox releases a store whose deinit posts, without a deadlock`() {
    let runner = ManualRunner()
    let root = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
    /// Posts when it is released, which happens when the mailbox releases its message.
    final class PostsAtTheEnd: Sendable {
      let store: StateStore<Int, Int>
      init(_ store: StateStore<Int, Int>) { self.store = store }
      deinit { store.dispatch(100) }
    }
    let carrier = StateStore<Int, PostsAtTheEnd?>(0, runner: runner) { count, _ in count += 1 }
    carrier.dispatch(PostsAtTheEnd(root))
    runner.runUntilIdle()
    carrier.dispatch(nil)
    runner.runUntilIdle()
    #expect(root.state == 100)
  }
}
