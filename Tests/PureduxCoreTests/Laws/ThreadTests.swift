import Dispatch
import PureduxCore
import PureduxTesting
import TestSupport
import Testing
import ThreadProbes

/// Owns a store as a main-actor type does in an application; its closures are written inside it.
@MainActor
private final class Owner {
  let onMain = Recorder<Bool>()
  let store: StateStore<Int, Int>
  var token: StoreSubscription?

  init() {
    let onMain = onMain
    store = StateStore<Int, Int>(0) { state, action in
      onMain.record(MainQueue.isCurrent)
      state += action
    }
    token = store.subscribe { _ in onMain.record(MainQueue.isCurrent) }
  }
}

@Suite struct ThreadTests {
  @Test @MainActor func `a reducer written inside a main-actor type runs in the background without a trap`() async {
    #expect(MainQueue.isCurrent)
    let owner = Owner()
    await owner.store.send(1)
    #expect(owner.onMain.values == [false, false, false])
    #expect(owner.store.state == 1)
  }

  @Test func `L8: every call is safe from every thread`() async {
    let root = StateStore<Int, Int>(0) { $0 += $1 }
    let total = Recorder<Int>()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<300 {
        let child = root.with(0) { $0 += $1 }
        let part = child.map(state: { $0.0 })
        let token = part.subscribe { _ in }
        child.dispatch(1)
        if round.isMultiple(of: 3) { token.cancel() }
        total.record(part.state - part.state)
        child.retainObserver { _ in round.isMultiple(of: 2) ? .dead : .active }
        _ = child.withState { $0.1 }
        withExtendedLifetime(token) {}
      }
    }
    await root.settled()
    #expect(root.state == 2_400)
  }

  @Test func `only stores with the main runner need a main run loop`() {
    // This test blocks its own thread, so no code of the store may need that thread.
    let done = DispatchSemaphore(value: 0)
    let store = StateStore<Int, Int>(0) { $0 += $1 }
    let token = store.subscribe { if $0 == 1 { done.signal() } }
    store.dispatch(1)
    #expect(done.wait(timeout: .now() + 60) == .success)
    withExtendedLifetime(token) {}
  }
}
