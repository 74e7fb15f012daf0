import PureduxTesting
import Testing

@testable import PureduxBindings

@MainActor
@Suite struct GoneStoreTests {
  private let screen = Screen()
  private let reports = Recorder<Misuse>()

  private func makeStore() -> StateStore<Counting, CountingAction> {
    StoreContext.with {
      $0.misuseReporter = reports.reporter
    } operation: {
      Counting.store()
    }
  }

  @Test func `a view's dispatch to a released store is reported, and nothing happens`() async {
    let root = makeStore()
    var child: StateStore<(Counting, Int), CountingAction>? = root.with(0) { local, _ in local += 1 }
    let shown = Shown<Dispatch<CountingAction>>()
    if let child {
      screen.subscribe(child, debounceFor: 0) { _, dispatch in shown.show(dispatch) }
    }
    let dispatch = await shown.next()
    dispatch?(.add(1))
    await root.settled()
    #expect(root.state.count == 1)
    #expect(reports.values.isEmpty)
    child = nil
    dispatch?(.add(1))
    await root.settled()
    #expect(root.state.count == 1)
    #expect(reports.values.count == 1)
  }

  @available(*, deprecated)
  @Test func `a store that a view received does not retain the store, and reports a late action`() async {
    let root = makeStore()
    var child: StateStore<(Counting, Int), CountingAction>? = root.with(0) { local, _ in local += 1 }
    let stores = Shown<StateStore<(Counting, Int), CountingAction>>()
    if let child {
      screen.subscribe(child, debounceFor: 0) { _, store in stores.show(store) }
    }
    let window = await stores.next()
    child = nil
    await window?.send(.add(1))
    #expect(root.state.count == 0)
    #expect(reports.values.count == 1)
  }

  @Test func `an action dispatched before a store's release is displayed`() async {
    let runner = ManualRunner()
    let root = Counting.store(runner: runner)
    var child: StateStore? = root.with(0) { (local: inout Int, _: CountingAction) in local += 1 }
    let (shown, seen) = (Shown<Int>(), Shown<Int>())
    if let child { screen.subscribe(child, debounceFor: 0) { shown.show($0.1) } }
    screen.subscribe(root, debounceFor: 0) { seen.show($0.count) }
    runner.runUntilIdle()
    #expect(await seen.next() == 0)
    child?.dispatch(.add(5))
    child = nil
    runner.runUntilIdle()
    #expect(await seen.next() == 5)
    #expect(shown.values == [0, 1])
  }

  @Test func `the last state of a store released while an update is due is displayed`() async {
    let clock = TestClock()
    var store: StateStore? = StoreContext.with {
      $0.clock = StoreClock(clock)
    } operation: {
      makeStore()
    }
    let shown = Shown<Int>()
    if let store { screen.subscribe(store, debounceFor: 1) { shown.show($0.count) } }
    #expect(await shown.next() == 0)
    await store?.send(.add(1))
    await clock.untilAsleep()
    store = nil
    clock.advance(by: .seconds(1))
    #expect(await shown.next() == 1)
    #expect(reports.values.isEmpty)
  }
}
