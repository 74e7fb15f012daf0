import Dispatch
import Testing

@testable import PureduxCore

/// An action that is sent to an idle store is reduced on the thread of the waiting task.
@Suite struct SendingAtOnceTests {
  private let runner = QueueRunner()
  private let threads = Guarded<[ThreadIdentity]>([])

  private func makeStore(_ runner: QueueRunner) -> StateStore<[Int], Int> {
    StateStore([], runner: runner) { [threads] state, action in
      dispatchPrecondition(condition: .onQueue(runner.queue))
      threads.withLock { $0.append(.current) }
      state.append(action)
    }
  }

  @Test func `an idle store reduces an action where it is sent, on its own queue`() async {
    let store = makeStore(runner)
    let here = ThreadIdentity.current
    await store.send(1)
    #expect(store.state == [1])
    #expect(threads.withLock { $0 } == [here])
  }

  @Test func `children reduce and publish a sent action as well`() async {
    let (store, seen) = (makeStore(runner), Guarded<[[Int]]>([]))
    let child = store.with(0) { (count: inout Int, action: Int) in count += action }
    let subscription = child.subscribe { state, count in seen.withLock { $0.append(state + [count]) } }
    await store.settled()
    for action in 1...100 {
      await child.send(action)
      #expect(seen.withLock { $0.last } == Array(1...action) + [(1...action).reduce(0, +)])
    }
    withExtendedLifetime(subscription) {}
  }

  @Test func `a sent action never overtakes a queued action`() async {
    let store = makeStore(runner)
    runner.queue.suspend()
    store.dispatch(1)
    let isPerformed = store.node.performAtOnce(2)
    runner.queue.resume()
    #expect(!isPerformed)
    await store.send(3)
    #expect(store.state == [1, 3])
  }

  @Test func `a queue that other code also uses is never occupied`() async {
    let queue = DispatchQueue(label: "shared")
    let store = makeStore(QueueRunner(queue))
    #expect(!store.node.performAtOnce(1))
    await store.send(2)
    #expect(store.state == [2])
  }

  @Test @MainActor func `the main thread never reduces an action where it is sent`() async {
    let store = makeStore(runner)
    #expect(!store.node.performAtOnce(1))
    await store.send(2)
    #expect(store.state == [2])
  }

  @Test func `code inside withState never reduces an action where it is sent`() async {
    let (store, other) = (makeStore(runner), StateStore(0) { (count: inout Int, action: Int) in count += action })
    #expect(!other.withState { _ in store.node.performAtOnce(1) })
    await store.send(2)
    #expect(store.state == [2])
  }

  @Test func `actions that are dispatched in the meantime are left to the runner, and are not lost`() async {
    let (calls, handle) = (Guarded(0), Guarded<WeakStore<Int, Int>?>(nil))
    let store = StateStore<Int, Int>(0, runner: runner) { state, action in
      calls.withLock { $0 += 1 }
      state += action
      if action > 0 { handle.withLock { $0 }?.dispatch(action - 1) }
    }
    handle.withLock { $0 = store.weak() }
    await store.send(9)
    for _ in 0..<10 { await store.settled() }
    #expect(store.state == 45)
    #expect(calls.withLock { $0 } == 10)
  }

  @Test func `observers see the context of the store, not that of the sender`() async {
    let seen = Guarded<[Bool]>([])
    let store = StateStore<Int, Int>(0, runner: runner) { state, action in
      seen.withLock { $0.append(StoreContext.current.isEmpty) }
      state += action
    }
    await StoreContext.with {
      $0.misuseReporter = MisuseReporter { _ in }
    } operation: {
      await store.send(1)
    }
    #expect(seen.withLock { $0 } == [true])
  }
}
