import PureduxCore
import PureduxTesting
import Testing

@Suite struct ReentrancyTests {
  @Test func `L4: a dispatch from an observer is appended to the queue`() {
    let runner = ManualRunner()
    let store = StateStore<[Int], Int>([], runner: runner) { $0.append($1) }
    let weak = store.weak()
    let token = store.subscribe { state in
      if state.last == 1 { weak.dispatch(10) }
    }
    store.dispatch(1)
    store.dispatch(2)
    store.dispatch(3)
    runner.runUntilIdle()
    #expect(store.state == [1, 2, 3, 10])
    withExtendedLifetime(token) {}
  }

  @Test func `L4: a dispatch from a reducer is posted, and never recurses`() {
    let runner = ManualRunner()
    let handle = Recorder<WeakStore<[Int], Int>>()
    let store = StateStore<[Int], Int>([], runner: runner) { state, action in
      if action < 1000 { handle.values[0].dispatch(action + 1) }
      state.append(action)
    }
    handle.record(store.weak())
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(store.state == Array(1...1000))
  }

  @Test func `L4: a subscription in an observer is appended to the queue`() {
    let runner = ManualRunner()
    let store = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
    let (seen, tokens) = (Recorder<Int>(), Recorder<StoreSubscription>())
    let weak = store.weak()
    let outer = store.subscribe { state in
      guard state == 1, let store = weak.strong() else { return }
      tokens.record(store.subscribe { seen.record($0) })
    }
    store.dispatch(1)
    store.dispatch(1)
    runner.runUntilIdle()
    // The second action was queued first, so the new observer's first state includes it.
    #expect(seen.values == [2])
    withExtendedLifetime(outer) {}
  }

  @Test func `L4: an observer that cancels another one earlier in the same turn stops its call`() {
    let runner = ManualRunner()
    let store = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
    let (seen, tokens) = (Recorder<Int>(), Recorder<StoreSubscription>())
    let first = store.subscribe { state in
      if state == 1 { tokens.values[0].cancel() }
    }
    tokens.record(store.subscribe { seen.record($0) })
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(seen.values.isEmpty || seen.values == [0])
    #expect(!seen.values.contains(1))
    withExtendedLifetime(first) {}
  }
}
