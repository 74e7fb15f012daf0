import Dispatch
import PureduxTesting
import Testing

@testable import PureduxBindings

/// Subscribers that release, cancel, subscribe and dispatch at the most unexpected moments.
@MainActor
@Suite struct RudeObserverTests {
  private let store = Counting.store()
  private let screen = Screen()

  @Test func `an owner released while its props are computed displays nothing`() async {
    let (shown, other) = (Shown<Int>(), Shown<Int>())
    let owner = Guarded<Screen?>(Screen())
    owner.withLock { $0 }?.subscribe(
      store,
      props: { state, _ in
        if state.count == 1 { _ = owner.take() }
        return state.count
      }, debounceFor: 0, observe: { shown.show($0) })
    #expect(await shown.next() == 0)
    screen.subscribe(store, props: { state, _ in state.count }, debounceFor: 0) { other.show($0) }
    #expect(await other.next() == 0)
    await store.send(.add(1))
    // Computed in the same round, and displayed after the first observer would be called.
    #expect(await other.next() == 1)
    #expect(shown.values == [0])
  }

  @Test func `an observer that is cancelled inside its own observe receives nothing more`() async {
    let (shown, other) = (Shown<Int>(), Shown<Int>())
    let kept = Kept()
    kept.subscription = store.bind(.immediate, props: { state, _ in state.count }) { count, _ in
      shown.show(count)
      if count == 1 { kept.subscription?.cancel() }
    }
    screen.subscribe(store, debounceFor: 0) { other.show($0.count) }
    #expect(await shown.next() == 0)
    #expect(await other.next() == 0)
    for count in 1...3 {
      await store.send(.add(1))
      #expect(await other.next() == count)
    }
    #expect(shown.values == [0, 1])
  }

  @Test func `an observer that cancels another in the same round prevents its update`() async {
    let (shown, other) = (Shown<Int>(), Shown<Int>())
    let kept = Kept()
    screen.subscribe(store, debounceFor: 0) { state in
      if state.count == 1 { kept.subscription = nil }
      other.show(state.count)
    }
    #expect(await other.next() == 0)
    kept.subscription = store.bind(.immediate, props: { state, _ in state.count }) { count, _ in
      shown.show(count)
    }
    #expect(await shown.next() == 0)
    for count in 1...2 {
      await store.send(.add(1))
      #expect(await other.next() == count)
    }
    #expect(shown.values == [0])
  }

  @Test func `a dispatch and a subscription in observe take effect without recursion`() async {
    let (shown, inner) = (Shown<Int>(), Shown<Int>())
    let depth = Depth()
    screen.subscribe(store, debounceFor: 0) { [screen, store] state in
      depth.enter()
      if state.count < 5 { store.dispatch(.add(1)) }
      if state.count == 3 { screen.subscribe(store, debounceFor: 0) { inner.show($0.count) } }
      shown.show(state.count)
      depth.leave()
    }
    while let count = await shown.next(), count < 5 {}
    while let count = await inner.next(), count < 5 {}
    #expect(depth.deepest == 1)
  }

  @Test func `with the main runner, a dispatch from observe does not recurse either`() async {
    let store = Counting.store(runner: .main)
    let (shown, depth) = (Shown<Int>(), Depth())
    screen.subscribe(store, debounceFor: 0) { state in
      depth.enter()
      if state.count < 5 { store.dispatch(.add(1)) }
      shown.show(state.count)
      depth.leave()
    }
    while let count = await shown.next(), count < 5 {}
    #expect(depth.deepest == 1)
  }

  @Test func `a clock whose sleep is interrupted does not delay updates forever`() async {
    let clock = BrokenClock()
    let store = StoreContext.with {
      $0.clock = StoreClock(clock)
    } operation: {
      Counting.store()
    }
    let shown = Shown<Int>()
    screen.subscribe(store, debounceFor: 0.05) { shown.show($0.count) }
    #expect(await shown.next() == 0)
    await store.send(.add(1))
    #expect(await shown.next() == 1)
    // The clock is not polled until the time has passed.
    #expect(clock.sleeps.values.count < 10)
  }
}

@MainActor
private final class Kept {
  var subscription: StoreSubscription?
}

@MainActor
private final class Depth {
  private var current = 0
  private(set) var deepest = 0

  func enter() {
    current += 1
    deepest = max(deepest, current)
  }

  func leave() { current -= 1 }
}

/// Its sleepers are interrupted at once, as when a task is cancelled; time continues nevertheless.
private struct BrokenClock: Clock {
  let sleeps = Recorder<Duration?>()
  private let clock = ContinuousClock()
  var now: ContinuousClock.Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    sleeps.record(tolerance)
    throw CancellationError()
  }
}
