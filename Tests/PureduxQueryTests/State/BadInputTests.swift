import PureduxDifference
import PureduxTesting
import Testing

@testable import PureduxQuery

@Suite struct `Bad input` {
  @Test func `invalid times are clamped`() {
    let policy = QueryPolicy(
      staleAfter: .seconds(-1), keepUnused: .seconds(Int64.max), cancelUnusedAfter: .seconds(Int64.max),
      pollEvery: .zero)
    #expect(policy.staleTime == 0 && policy.keepTime == 315_360_000_000_000_000)
    #expect(policy.cancelTime == 315_360_000_000_000_000 && policy.pollTime == 100_000_000)
    let world = World(policy)
    world.use(1, for: 1)
    #expect(world.value(1) != nil && world.context.misuse.values.isEmpty)
  }

  @Test func `an unrequested response, failure or confirmation changes nothing`() {
    let world = World()
    let use = world.use(1)
    world.pass(1)
    let before = world.state
    world.send(.notes(.answered(1, Note(version: 99), [])))
    world.send(.notes(.answered(5, Note(), [])))
    world.send(.notes(.failed(1, Effect.Failure(Server.Down()), isWorthRetrying: true)))
    world.send(.notes(.confirmed(Identity(), [.init(1, Note(version: 99))])))
    world.send(.notes(.notSent(Identity(), Effect.Failure(Server.Down()), isWorthRetrying: true)))
    world.send(.notes(.withdraw(Identity())))
    world.send(.notes(.timePassed))
    world.send(.notes(.cancel(4)))
    #expect(world.state.entries.count == 1 && world.value(1) == before.value(1))
    #expect(world.entry(1)?.failure == nil && world.context.misuse.values.isEmpty)
    use.cancel()
  }

  @Test func `a failure of a queued change changes nothing, and is reported as misuse`() {
    let world = World()
    for mark in [1, 2] { world.add(AddMark(mark, to: 1)) }
    world.send(.notes(.notSent(world.state.pending[1].id, Effect.Failure(Server.Down()), isWorthRetrying: true)))
    #expect(world.context.misuse.removeAll().count == 1 && world.state.pending[1].failure == nil)
    world.pass(5)
    #expect(world.server.note(1).marks == [1, 2])
  }

  @Test func `a response that arrives after a reset or a new fetch is never reduced`() {
    let world = World()
    let use = world.use(1)
    world.pass(0.9)
    world.server.change(1)
    world.send(.reset)
    world.pass(0.2)
    #expect(world.value(1) == nil && world.entry(1)?.isFetching == true)
    // An entry that was written in the meantime restarts the fetch when the response arrives.
    world.send(.pushed(1, Note(version: 7)))
    world.pass(0.9)
    #expect(world.value(1)?.version == 7)
    use.cancel()
  }

  @Test func `a change that increments instead of setting a result is correct in the end`() {
    struct Add: PendingChange {
      var keys: [Int] { [1] }
      func apply(to count: inout Int, of key: Int) { count += 1 }
    }
    let (context, total) = (TestContext(), Guarded(0))
    let (store, counts) = context.run {
      let store = StateStore<EditableQueryState<Add>, EditableQueryAction<Add>>(.init(.init(keepUnused: nil))) {
        $0.reduce($1)
      }
      let counts = store.queries({ $0 }, action: { $0 }) { _ in
        try await StoreContext.current.clock.sleep(.milliseconds(300))
        return total.withLock { $0 }
      } send: { _, _ in
        try await StoreContext.current.clock.sleep(.milliseconds(200))
        total.withLock { $0 += 1 }
        return [:]
      }
      return (store, counts)
    }
    let use = counts.use(1)
    context.advance(by: .seconds(1))
    for _ in 0..<5 {
      counts.dispatch(.add(Add()))
      context.advance(by: .milliseconds(170))
      counts.dispatch(.refetch(1))
    }
    context.advance(by: .seconds(20))
    #expect(store.state.value(1) == 5 && total.withLock { $0 } == 5)
    use.cancel()
  }

  @Test func `loading more of a complete list, or of a value that is not a list, fetches nothing`() {
    let world = World(.init(staleAfter: nil, keepUnused: nil))
    world.use(1, for: 1)
    _ = world.server.takeLog()
    world.send(.notes(.more(1)))
    world.send(.notes(.earlier(1)))
    #expect(world.server.takeLog().isEmpty)
  }

  @Test func `seeding over a seeded value changes nothing, and the first value is stale`() {
    var state = QueryState<Int, String>(.init(staleAfter: nil))
    TestContext().run {
      state.seed("a", for: 1)
      state.seed("b", for: 1)
      #expect(state.value(1) == "a" && state.isStale(1) && state[1]?.isRestored == true)
      state.reduce(.use(1, true, number: 1))
      #expect(state.isFetching)
    }
  }

  @Test func `the same actions at the same times give the same state`() {
    let actions = Recorder<(NotesAction, Duration)>()
    let (context, server) = (TestContext(identitySeed: 3), Server())
    let (store, notes) = context.run {
      let store = StateStore<Notes, NotesAction>(Notes()) {
        actions.record(($1, StoreContext.current.clock.now()))
        $0.reduce($1)
      }
      let notes = store.queries({ $0.notes }, action: NotesAction.notes) {
        try await server.fetch($0)
      } send: { _, _ in
        [:]
      }
      return (store, notes)
    }
    let uses = (0..<5).map { notes.use($0) }
    context.advance(by: .milliseconds(700))
    store.dispatch(.invalidateAll)
    context.advance(by: .seconds(5))
    let clock = TestClock()
    var state = context.run { Notes() }
    StoreContext.with {
      $0.clock = StoreClock(clock)
    } operation: {
      for (action, time) in actions.values {
        clock.advance(to: .init(offset: time))
        state.reduce(action)
      }
    }
    #expect(Difference(from: store.state.notes, to: state.notes) == nil)
    withExtendedLifetime(uses) {}
  }
}
