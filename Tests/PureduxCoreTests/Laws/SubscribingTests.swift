import Dispatch
import PureduxCore
import PureduxTesting
import TestSupport
import Testing

@Suite struct SubscribingTests {
  let runner = ManualRunner()
  let store: StateStore<Int, Int>
  let seen = Recorder<Int>()

  init() { store = StateStore(0, runner: runner) { $0 += $1 } }

  @Test(arguments: [nil, Equating<Int>.asEquatable])
  func `L5: an observer that cancels its own subscription is released after its call`(_ equating: Equating<Int>?) {
    let (probe, own) = (ReleaseProbe(), Guarded<StoreSubscription?>(nil))
    let token = store.subscribe(removeDuplicates: equating) { [seen, token = probe.token()] state in
      if state == 1 { own.take()?.cancel() }
      #expect(!probe.isReleased)
      withExtendedLifetime(token) { seen.record(state) }
    }
    own.withLock { $0 = token }
    for _ in 0..<2 {
      store.dispatch(1)
      runner.runUntilIdle()
    }
    #expect(seen.values == [0, 1])
    probe.expectReleased()
    withExtendedLifetime(token) {}
  }

  @Test func `L5: a new observer is called with the current state, then once for each turn`() {
    store.dispatch(5)
    let token = store.subscribe { [seen] in seen.record($0) }
    store.dispatch(1)
    store.dispatch(0)
    runner.runUntilIdle()
    #expect(seen.values == [5, 6, 6])
    withExtendedLifetime(token) {}
  }

  @Test func `a cancelled subscription frees its observer at once, with no further action`() {
    let (gone, token) = subscribeProbe()
    runner.runUntilIdle()
    #expect(!gone.isGone)
    token.cancel()
    #expect(gone.isGone)
  }

  @Test func `a subscription cancelled before its turn frees its observer at once`() {
    let (gone, token) = subscribeProbe()
    token.cancel()
    #expect(gone.isGone)
    runner.runUntilIdle()
    #expect(seen.values.isEmpty)
  }

  @Test func `L5: cancelling does not wait for a call that another thread has begun, and no call follows`() {
    let (isInCall, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let queue = DispatchQueue(label: "a store's")
    let store = StateStore<Int, Int>(0, runner: .queue(queue)) { $0 += $1 }
    let token = store.subscribe { [seen] state in
      seen.record(state)
      guard state == 1 else { return }
      isInCall.signal()
      mayGoOn.wait()
    }
    for _ in 0..<3 { store.dispatch(1) }
    isInCall.wait()
    token.cancel()
    mayGoOn.signal()
    queue.sync {}
    #expect(store.state == 3 && seen.values == [0, 1])
  }

  @Test func `L5: an observer that is cancelled in a turn is freed when that turn's calls are over`() {
    let (gone, token) = subscribeProbe()
    let tokens = Recorder<StoreSubscription>()
    tokens.record(token)
    let other = store.subscribe { if $0 == 1 { tokens.removeAll().first?.cancel() } }
    runner.runUntilIdle()
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(seen.values == [0, 1])
    withExtendedLifetime((other, token)) { #expect(gone.isGone) }
  }

  @Test func `L5: an observer that is cancelled while its filter compares is not called`() {
    let tokens = Recorder<StoreSubscription>()
    let endsIt = Equating<Int> { _, _ in
      tokens.removeAll().first?.cancel()
      return false
    }
    tokens.record(store.subscribe(removeDuplicates: endsIt) { [seen] in seen.record($0) })
    runner.runUntilIdle()
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(seen.values == [0])
  }

  @Test func `L5: a released subscription ends its observer`() {
    var subscription: (WeakProbe, StoreSubscription)? = subscribeProbe()
    runner.runUntilIdle()
    let gone = subscription?.0
    subscription = nil
    #expect(gone?.isGone == true)
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(seen.values == [0])
  }

  private func subscribeProbe() -> (WeakProbe, StoreSubscription) {
    let probe = Probe()
    let token = store.subscribe { [seen, probe] state in
      withExtendedLifetime(probe) { seen.record(state) }
    }
    return (WeakProbe(probe), token)
  }
}
