import PureduxTesting
import Testing

@testable import PureduxQuery

@Suite struct `Uses` {
  @Test func `a store of a key uses the key while the store is observed`() {
    let world = World(.init(staleAfter: .seconds(60), keepUnused: nil))
    let note = world.notes[3]
    #expect(note.state.value == nil && world.entry(3) == nil)
    let seen = Recorder<Int?>()
    let one = note.subscribe { seen.record($0.value?.version) }
    let two = world.notes[3].subscribe { _ in }
    world.context.runUntilIdle()
    #expect(world.entry(3)?.isUsed == true)
    world.pass(1)
    #expect(seen.values.last == .some(0) && world.server.takeLog() == ["fetch 3"])
    one.cancel()
    world.context.runUntilIdle()
    #expect(world.entry(3)?.isUsed == true)
    two.cancel()
    world.context.runUntilIdle()
    #expect(world.entry(3)?.isUsed == false && note.state.value == Note())
  }

  @Test @MainActor func `on the main thread, the end of a use delivers nothing before it returns`() async {
    let store = StateStore<Notes, NotesAction>(Notes(), runner: .main) { $0.reduce($1) }
    let notes = store.queries({ $0.notes }, action: NotesAction.notes) { _ in
      Note()
    } send: { _, _ in
      [:]
    }
    var subscription: StoreSubscription? = notes[1].subscribe { _ in }
    var use: QueryUse? = notes.use(2)
    let seen = Recorder<[Int]>()
    let observing = store.subscribe { seen.record($0.notes.entries.filter(\.isUsed).map(\.id)) }
    #expect(seen.removeAll().last == [1, 2])
    withExtendedLifetime((subscription, use)) {}
    subscription = nil
    use = nil
    #expect(seen.values.isEmpty)
    await store.settled()
    #expect(seen.values.last == [])
    withExtendedLifetime(observing) {}
  }

  @Test func `an observer of a key is called only for that key`() {
    let world = World()
    let calls = Recorder<Int>()
    let subscription = world.notes[1].subscribe { _ in calls.record(1) }
    world.pass(1)
    _ = calls.removeAll()
    let use = world.use(2)
    world.pass(1)
    world.send(.other)
    #expect(calls.values.isEmpty)
    subscription.cancel()
    use.cancel()
  }

  @Test func `a state declares its uses, which end at once with its store`() {
    let world = World()
    var screen: StateStore<(Notes, [Int]), NotesAction>? = world.context.run {
      world.store.with([1, 2]) { keys, action in if case .invalidate(let new) = action { keys = new } }
        .uses(world.notes) { $0.1 }
    }
    world.context.runUntilIdle()
    #expect(world.state.entries.filter(\.isUsed).map(\.id) == [1, 2])
    screen?.dispatch(.invalidate([2, 3]))
    world.context.runUntilIdle()
    #expect(world.state.entries.filter(\.isUsed).map(\.id) == [2, 3])
    screen = nil
    world.context.runUntilIdle()
    #expect(world.state.entries.filter(\.isUsed).isEmpty)
  }

  @Test func `users stay counted when the state is replaced`() {
    let world = World()
    let use = world.use(1)
    world.pass(1)
    world.send(.replace(Notes()))
    #expect(world.entry(1)?.isUsed == true)
    world.pass(1)
    #expect(world.value(1) != nil)
    use.cancel()
  }

  @Test func `a state whose users no longer exist is corrected by its new store`() {
    let old = World()
    let use = old.use(1)
    old.pass(1)
    let new = World(state: old.store.state)
    #expect(new.entry(1)?.isUsed == false && new.value(1) != nil)
    let other = new.use(1)
    #expect(new.entry(1)?.isUsed == true)
    use.cancel()
    other.cancel()
  }

  @Test func `a late older change of use changes nothing`() {
    var state = QueryState<Int, Int>()
    TestContext().run {
      state.reduce(.use(1, false, number: 2))
      state.reduce(.use(1, true, number: 1))
    }
    #expect(state[1]?.isUsed == false)
  }

  @Test func `a use that is not retained has no lasting cost`() {
    let world = World(.init(keepUnused: .seconds(1)))
    _ = world.notes.use(1)
    world.pass(5)
    #expect(world.state.entries.isEmpty && world.context.clock.sleeperCount == 0)
  }

  @Test func `a handle and its stores keep a store alive, and uses do not`() {
    let context = TestContext()
    var world: World? = World(.init(), context)
    let use = world?.use(1)
    weak let server = world?.server
    world = nil
    context.runUntilIdle()
    use?.cancel()
    context.runUntilIdle()
    #expect(context.misuse.values.isEmpty && server == nil)
  }
}
