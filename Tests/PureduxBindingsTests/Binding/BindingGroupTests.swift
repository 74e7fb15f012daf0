import PureduxTesting
import Testing

@testable import PureduxBindings

@MainActor
@Suite struct BindingGroupTests {
  private let screen = Screen()

  @Test func `the state of a projection is computed once in a round for all its views`() async {
    let (made, runner) = (Guarded(0), ManualRunner())
    let store = Counting.store(runner: runner)
    let counts = store.map(state: { state in
      made.withLock { $0 += 1 }
      return state.count
    })
    let shown = Shown<Int>()
    for _ in 0..<10 { screen.subscribe(counts, debounceFor: 0) { shown.show($0) } }
    runner.runUntilIdle()
    for _ in 0..<10 { #expect(await shown.next() == 0) }
    let before = made.withLock { $0 }
    store.dispatch(.add(1))
    runner.runUntilIdle()
    for _ in 0..<10 { #expect(await shown.next() == 1) }
    // Once for the publication, and once for the round.
    #expect(made.withLock { $0 } - before == 2)
  }

  @Test func `a view that joins is shown at once, and the others still wait for a pause`() async {
    let clock = TestClock()
    let store = Counting.store(clock)
    let (first, second) = (Shown<Int>(), Shown<Int>())
    screen.subscribe(store, debounceFor: 1) { first.show($0.count) }
    #expect(await first.next() == 0)
    await store.send(.add(1))
    await clock.untilAsleep()
    screen.subscribe(store, debounceFor: 1) { second.show($0.count) }
    #expect(await second.next() == 1)
    #expect(first.values == [0])
    clock.advance(by: .seconds(1))
    #expect(await first.next() == 1)
    #expect(second.values == [1])
  }

  @Test func `views that are bound after all others have left are updated`() async {
    let (store, shown) = (Counting.store(), Shown<Int>())
    for round in 0..<3 {
      let subscription = store.bind(.immediate, props: { state, _ in state.count }) { count, _ in shown.show(count) }
      #expect(await shown.next() == round)
      await store.send(.add(1))
      #expect(await shown.next() == round + 1)
      subscription.cancel()
    }
    await store.send(.add(1))
    #expect(shown.values == [0, 1, 1, 2, 2, 3])
  }

  @Test func `a view that leaves does not affect the others`() async {
    let store = Counting.store()
    let shown = (0..<3).map { _ in Shown<Int>() }
    var subscriptions: [StoreSubscription] = []
    for shown in shown {
      subscriptions.append(
        store.bind(.immediate, props: { state, _ in state.count }) { count, _ in shown.show(count) })
      #expect(await shown.next() == 0)
    }
    subscriptions[1].cancel()
    await store.send(.add(1))
    #expect(await shown[0].next() == 1)
    #expect(await shown[2].next() == 1)
    #expect(shown[1].values == [0])
  }

  @Test func `each throttled view has an interval of its own`() async {
    let clock = TestClock()
    let store = Counting.store(clock)
    let (first, second) = (Shown<Int>(), Shown<Int>())
    screen.subscribe(store, options: UpdateOptions(rate: .throttle(1))) { first.show($0.count) }
    #expect(await first.next() == 0)
    clock.advance(by: .milliseconds(600))
    screen.subscribe(store, options: UpdateOptions(rate: .throttle(1))) { second.show($0.count) }
    #expect(await second.next() == 0)
    await store.send(.add(1))
    await clock.untilAsleep()
    clock.advance(by: .milliseconds(400))
    #expect(await first.next() == 1)
    #expect(second.values == [0])
    await clock.untilAsleep()
    clock.advance(by: .milliseconds(600))
    #expect(await second.next() == 1)
  }

  @Test func `the views of a released store are not retained`() async {
    let root = Counting.store()
    var child: StateStore? = root.with(0) { (local: inout Int, _: CountingAction) in local += 1 }
    let shown = Shown<Int>()
    weak var probe: Probe?
    do {
      let owned = Probe()
      probe = owned
      if let child {
        screen.subscribe(child, debounceFor: 0) { state in
          _ = owned
          shown.show(state.1)
        }
      }
    }
    #expect(await shown.next() == 0)
    await child?.send(.add(1))
    #expect(await shown.next() == 1)
    child = nil
    await root.settled()
    await root.settled()
    #expect(probe == nil)
  }
}

private final class Probe: Sendable {}
