@testable import PureduxTesting
import TestSupport
import Testing

@testable import PureduxQuery

@Suite struct `Fetches` {
  @Test func `many users of a key cost one fetch, and all see its answer`() {
    let world = World()
    let uses = (0..<100).map { _ in world.use(7) }
    #expect(world.entry(7)?.isLoading == true)
    world.pass(1)
    #expect(world.server.takeLog() == ["fetch 7"])
    #expect(world.value(7) == Note() && world.entry(7)?.isFetching == false)
    #expect(world.context.clock.sleeperCount == 0 && world.context.misuse.values.isEmpty)
    withExtendedLifetime(uses) {}
  }

  @Test func `a fresh value is not fetched again, and a stale one is shown while it is fetched`() {
    let world = World(.init(staleAfter: .seconds(10), keepUnused: nil))
    world.use(1, for: 1)
    world.server.change(1)
    let second = world.use(1)
    #expect(world.entry(1)?.isFetching == false)
    second.cancel()
    world.pass(11)
    let third = world.use(1)
    #expect(world.value(1)?.version == 0 && world.entry(1)?.isRefreshing == true)
    world.pass(1)
    #expect(world.value(1)?.version == 1)
    third.cancel()
  }

  @Test func `a fetch is retried, fails for good, and keeps the value`() {
    let world = World(.init(keepUnused: nil, retry: RetryPolicy(maxAttempts: 2, base: 4)))
    let use = world.use(1)
    world.pass(1)
    world.server.failFetches(of: 1, times: 2)
    world.send(.notes(.refetch(1)))
    world.pass(4.4)
    #expect(world.entry(1)?.isFetching == true && world.entry(1)?.failure == nil)
    world.pass(1)
    #expect(world.entry(1)?.isFetching == false && world.value(1) == Note())
    #expect(world.entry(1)?.failure?.type.contains("Down") == true)
    world.send(.notes(.refetch(1)))
    world.pass(1)
    #expect(world.entry(1)?.failure == nil)
    use.cancel()
  }

  @Test func `an attempt has a time limit`() {
    let world = World(.init(keepUnused: nil, retry: RetryPolicy(maxAttempts: 1, timeout: 0.6)))
    let use = world.use(1)
    world.pass(1)
    #expect(world.entry(1)?.failure?.type.contains("TimeoutError") == true)
    #expect(world.context.misuse.values.isEmpty)
    use.cancel()
  }

  @Test func `a response never replaces a value written after its request`() {
    let world = World()
    let use = world.use(1)
    world.pass(0.75)
    world.server.change(1)
    world.send(.pushed(1, Note(version: 1)))
    world.pass(0.25)
    #expect(world.value(1)?.version == 1 && world.entry(1)?.isFetching == true)
    world.pass(1)
    #expect(world.value(1)?.version == 1 && world.entry(1)?.isFetching == false)
    use.cancel()
  }

  @Test func `a limit makes further fetches wait, in order`() {
    let world = World(limit: 2)
    let uses = (1...5).map { world.use($0) }
    #expect(world.server.takeLog() == ["fetch 1", "fetch 2"])
    world.pass(1)
    #expect(world.server.takeLog() == ["fetch 3", "fetch 4"])
    world.pass(2)
    #expect(world.state.entries.allSatisfy { $0.value != nil })
    withExtendedLifetime(uses) {}
  }

  @Test func `a key is prefetched once, and its value is ready at its first use`() {
    let world = World(.init(staleAfter: .seconds(60), keepUnused: nil, cancelUnusedAfter: .seconds(0.1)))
    world.send(.notes(.prefetch(1)))
    world.send(.notes(.prefetch(1)))
    world.pass(1)
    let use = world.use(1)
    world.send(.notes(.prefetch(1)))
    #expect(world.server.takeLog() == ["fetch 1"] && world.value(1) != nil)
    use.cancel()
  }

  @Test(arguments: ["prefetch", "refetch", "more"])
  func `a fetch whose key is no longer in use is not cancelled once the application has requested it`(request: String) {
    let context = TestContext()
    let (store, lists) = context.run {
      let store = StateStore<QueryState<Int, Pages<Int, Int>>, QueryAction<Int, Pages<Int, Int>>>(QueryState()) {
        $0.reduce($1)
      }
      let lists = store.queries({ $0 }, action: { $0 }) { _, _ in
        try await StoreContext.current.clock.sleep(.seconds(1))
        return Pages([1], next: nil)
      }
      return (store, lists)
    }
    lists.use(1).cancel()
    context.advance(by: .milliseconds(100))
    lists.dispatch(request == "prefetch" ? .prefetch(1) : request == "refetch" ? .refetch(1) : .more(1))
    context.advance(by: .seconds(3))
    #expect(store.state.value(1)?.items == [1] && !store.state.isFetching)
  }

  @Test(arguments: [false, true])
  func `a value that is set or seeded during a prefetch does not cancel it`(isSet: Bool) {
    let context = TestContext()
    let (store, names) = context.run {
      let store = StateStore<QueryState<Int, String>, QueryAction<Int, String>?>(QueryState()) { state, action in
        guard let action else { return isSet ? state.set("old", for: 1) : state.seed("old", for: 1) }
        state.reduce(action)
      }
      let names = store.queries({ $0 }, action: { $0 }) { _ in
        try await StoreContext.current.clock.sleep(.seconds(1))
        return "new"
      }
      return (store, names)
    }
    names.dispatch(.prefetch(1))
    context.runUntilIdle()
    store.dispatch(nil)
    context.runUntilIdle()
    #expect(store.state.value(1) == "old")
    context.advance(by: .seconds(2))
    #expect(store.state.value(1) == "new")
  }

  @Test func `a key that is not in use is fetched again if that is requested during a fetch`() {
    let world = World()
    world.send(.notes(.prefetch(1)))
    world.pass(0.75)
    world.server.change(1)
    world.send(.notes(.refetch(1)))
    world.pass(2)
    #expect(world.server.takeLog() == ["fetch 1", "fetch 1"] && world.value(1)?.version == 1)
    #expect(world.entry(1)?.isFetching == false)
  }

  @Test func `a fetch that is cancelled leaves the value, and its answer is never reduced`() {
    let world = World()
    let use = world.use(1)
    world.pass(1)
    world.server.change(1)
    world.send(.notes(.refetch(1)))
    world.send(.notes(.cancel(1)))
    world.pass(2)
    #expect(world.value(1)?.version == 0 && world.entry(1)?.isFetching == false)
    use.cancel()
  }

  @Test func `a signal fetches used and stale keys, and is observed only while a key is in use`() {
    let world = World(.init(staleAfter: .seconds(5), keepUnused: nil))
    let (signal, source) = AsyncStream<Void>.makeStream()
    world.context.run { _ = world.store.refetch(world.notes, on: { signal }) }
    world.context.runUntilIdle()
    #expect(world.context.runningWork.isEmpty)
    let use = world.use(1)
    world.pass(4)
    source.yield()
    world.context.runUntilIdle()
    #expect(world.server.takeLog() == ["fetch 1"])
    world.pass(4)
    source.yield()
    world.context.runUntilIdle()
    #expect(world.server.takeLog() == ["fetch 1"])
    use.cancel()
    world.pass(1)
    #expect(world.context.runningWork.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a refresh ends with the requested fetch, successful or not`(fails: Bool) {
    let world = World(.init(staleAfter: .seconds(60), keepUnused: nil, retry: RetryPolicy(maxAttempts: 1)))
    let use = world.use(1)
    world.pass(0.9)
    world.server.change(1)
    let ended = Recorder<Bool>()
    let screen = world.context.run {
      StateStore<Bool, Bool>(false) { $0 = $1 }.effect(toggle: { $0 }, name: "refresh") { [notes = world.notes] _, _ in
        Effect {
          await notes.refresh(1)
          ended.record(true)
        }
      }
    }
    screen.dispatch(true)
    world.context.runUntilIdle()
    if fails { world.server.failFetches(of: 1, times: 1) }
    // The response to an earlier request is not enough.
    world.pass(0.2)
    #expect(ended.values.isEmpty && world.value(1)?.version == 0)
    world.pass(1)
    #expect(ended.values == [true] && world.value(1)?.version == (fails ? 0 : 1))
    use.cancel()
  }

  @Test func `everything is removed, and keys in use are fetched again`() {
    let world = World()
    let use = world.use(1)
    world.pass(1)
    world.add(AddMark(1, to: 1))
    world.send(.reset)
    #expect(world.value(1) == nil && world.entry(1)?.isFetching == true && world.state.pending.isEmpty)
    world.pass(2)
    #expect(world.value(1) != nil && world.context.misuse.values.isEmpty)
    use.cancel()
  }

  @Test func `awaiting a refresh that only the test can finish fails at its line`() async {
    let failures = Recorder<String>()
    let context = TestContext.impatient(telling: failures)
    let world = World(.init(keepUnused: nil), context)
    async let refreshed: Void = world.notes.refresh(7); let line = #line
    #expect(await failures.values(count: 2).last?.hasPrefix("`await refresh` waits for stores") == true)
    while context.clock.sleeperCount > 0 { world.pass(1) }
    await refreshed
    #expect(failures.values.first?.hasPrefix("`await send` waits for stores of a `TestContext`") == true)
    #expect(failures.values.allSatisfy { $0.hasSuffix("(line \(line))") })
    #expect(world.value(7) == Note())
  }
}
