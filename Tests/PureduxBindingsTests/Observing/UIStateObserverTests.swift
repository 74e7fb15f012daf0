import Dispatch
import PureduxTesting
import Testing
import ThreadProbes

@testable import PureduxBindings

@MainActor
@Suite struct UIStateObserverTests {
  private let screen = Screen()
  private let store = Counting.store()

  @Test func `the current state is shown first, then later states`() async {
    let shown = Shown<Int>()
    screen.subscribe(store, debounceFor: 0) { shown.show($0.count) }
    #expect(await shown.next() == 0)
    store.dispatch(.add(1))
    #expect(await shown.next() == 1)
  }

  @Test func `every form receives the same states`() async {
    let shown = Shown<String>()
    store.dispatch(.add(7))
    screen.subscribe(store, props: { state, dispatch in "a\(state.count)" }, observe: { shown.show($0) })
    #expect(await shown.next() == "a7")
    screen.subscribe(store) { state in shown.show("c\(state.count)") }
    #expect(await shown.next() == "c7")
    screen.subscribe(store) { (state, dispatch: @escaping Dispatch<CountingAction>) in shown.show("d\(state.count)") }
    #expect(await shown.next() == "d7")
    screen.subscribe(store, observe: { shown.show("f\($0.count)") })
    #expect(await shown.next() == "f7")
  }

  @available(*, deprecated)
  @Test func `closures can receive the store, as in Puredux 2`() async {
    let shown = Shown<String>()
    store.dispatch(.add(7))
    screen.subscribe(store, props: { state, store in "b\(store.state.count)" }, observe: { shown.show($0) })
    #expect(await shown.next() == "b7")
    screen.subscribe(store) { state, store in shown.show("e\(store.state.count)") }
    #expect(await shown.next() == "e7")
  }

  @Test func `props are computed off the main thread by default`() async {
    let shown = Shown<Bool>()
    screen.subscribe(store, props: { _, _ in MainQueue.isCurrent }, observe: { shown.show($0) })
    #expect(await shown.next() == false)
    let queue = DispatchQueue(label: "props")
    screen.subscribe(
      store,
      props: { _, _ in
        dispatchPrecondition(condition: .onQueue(queue))
        return MainQueue.isCurrent
      }, presentationQueue: queue, observe: { shown.show($0) })
    #expect(await shown.next() == false)
    screen.subscribe(
      store,
      props: { _, _ in MainQueue.isCurrent }, presentationQueue: .main, observe: { shown.show($0) })
    #expect(await shown.next() == true)
  }

  @Test func `values without a difference are omitted`() async {
    let shown = Shown<Int>()
    screen.subscribe(
      store, removeStateDuplicates: .equal(\.title), debounceFor: 0, observe: { shown.show($0.count) })
    #expect(await shown.next() == 0)
    await store.send(.add(1))
    await store.send(.name("a"))
    #expect(await shown.next() == 1)
  }

  @Test func `a change that is undone within the interval is not shown`() async {
    let clock = TestClock()
    let store = Counting.store(clock)
    let (shown, all) = (Shown<Int>(), Shown<Int>())
    screen.subscribe(store, removeStateDuplicates: .equal(\.title), debounceFor: 0.016) { shown.show($0.count) }
    screen.subscribe(store, debounceFor: 0.016) { all.show($0.count) }
    #expect(await shown.next() == 0)
    #expect(await all.next() == 0)
    await store.send(.name("a"))
    await store.send(.name(""))
    await store.send(.add(1))
    await clock.untilAsleep()
    clock.advance(by: .milliseconds(16))
    // Both are updated in one round, so the first has been compared when the second is displayed.
    #expect(await all.next() == 1)
    await store.send(.name("b"))
    await store.send(.add(1))
    await clock.untilAsleep()
    clock.advance(by: .milliseconds(16))
    #expect(await shown.next() == 2)
    #expect(shown.values == [0, 2])
  }

  @Test func `while the main actor is busy, only the newest state is kept`() async {
    let shown = Shown<Int>()
    screen.subscribe(store, debounceFor: 0) { shown.show($0.count) }
    #expect(await shown.next() == 0)
    for _ in 0..<1000 { store.dispatch(.add(1)) }
    // The main actor is blocked here until all actions are reduced.
    let done = DispatchSemaphore(value: 0)
    let fence = store.subscribe { if $0.count == 1000 { done.signal() } }
    Self.wait(for: done)
    fence.cancel()
    #expect(await shown.next() == 1000)
    #expect(shown.values == [0, 1000])
  }

  @Test func `a pending update holds no state, so reducers change it in place`() async {
    let large = StoreContext.with {
      $0.keepsStateBeforeTurn = false
    } operation: {
      StateStore<[Int], Int>(Array(repeating: 0, count: 10_000), runner: .queue()) { $0[$1] += 1 }
    }
    let shown = Shown<Int>()
    screen.subscribe(large, debounceFor: 0) { shown.show($0[1]) }
    #expect(await shown.next() == 0)
    let first = large.withState { $0.withUnsafeBufferPointer { $0.baseAddress } }
    for _ in 0..<100 { large.dispatch(1) }
    let done = DispatchSemaphore(value: 0)
    let fence = large.subscribe(removeDuplicates: .equal { $0[1] == 100 }) { if $0[1] == 100 { done.signal() } }
    Self.wait(for: done)
    fence.cancel()
    #expect(large.withState { $0.withUnsafeBufferPointer { $0.baseAddress } } == first)
    #expect(await shown.next() == 100)
  }

  @Test func `a released object displays nothing, and its observer is released at the next post`() async {
    let shown = Shown<Int>()
    var screen: Screen? = Screen()
    weak var probe: Probe?
    do {
      let owned = Probe()
      probe = owned
      screen?.subscribe(store, debounceFor: 0) { state in
        _ = owned
        shown.show(state.count)
      }
    }
    #expect(await shown.next() == 0)
    #expect(probe != nil)
    screen = nil
    await store.settled()
    await store.settled()
    #expect(probe == nil)
    await store.send(.add(1))
    let other = Shown<Int>()
    self.screen.subscribe(store, debounceFor: 0) { other.show($0.count) }
    #expect(await other.next() == 1)
    #expect(shown.values == [0])
  }

  @Test func `two views never show different states in one turn of the main actor`() async {
    let views = (0..<2).map { _ in Screen() }
    let rounds = Shown<[Int]>()
    let counts = Counts()
    for (index, view) in views.enumerated() {
      view.subscribe(store, debounceFor: 0) { state in
        counts.current[index] = state.count
        if index == 1 { rounds.show(counts.current) }
      }
    }
    while let round = await rounds.next(), round[0] < 200 {
      #expect(round[0] == round[1])
      store.dispatch(.add(1))
      store.dispatch(.add(1))
    }
    #expect(rounds.values.allSatisfy { $0[0] == $0[1] })
  }

  @Test func `a burst is shown once, when the interval has passed without a change, and with its last state`() async {
    let clock = TestClock()
    let store = Counting.store(clock)
    let shown = Shown<Int>()
    screen.subscribe(store, debounceFor: 0.016) { shown.show($0.count) }
    #expect(await shown.next() == 0)
    for _ in 0..<10 { await store.send(.add(1)) }
    await clock.untilAsleep()
    clock.advance(by: .milliseconds(16))
    #expect(await shown.next() == 10)
    #expect(shown.values == [0, 10])
  }

  @Test func `a stream of changes that is faster than the interval is still displayed`() async throws {
    let clock = TestClock()
    let store = Counting.store(clock)
    let shown = Shown<Int>()
    screen.subscribe(store, debounceFor: 0.007) { shown.show($0.count) }
    #expect(await shown.next() == 0)
    while shown.values.count < 5 {
      for _ in 0..<14 {
        await store.send(.add(1))
        await clock.untilAsleep()
        clock.advance(by: .milliseconds(2))
      }
      _ = try #require(await shown.next())
    }
  }

  @Test func `props see the context of their store`() async {
    let reports = Recorder<Misuse>()
    let store = StoreContext.with {
      $0.misuseReporter = reports.reporter
    } operation: {
      Counting.store()
    }
    let shown = Shown<Bool>()
    screen.subscribe(
      store,
      props: { _, _ in
        StoreContext.current.misuseReporter.report(Misuse("a", so: "b", fix: "c"))
        return true
      }, observe: { shown.show($0) })
    #expect(await shown.next() == true)
    #expect(reports.values.count == 1)
  }

  nonisolated private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
}

private final class Probe: Sendable {}

@MainActor
private final class Counts {
  var current = [0, 0]
}
