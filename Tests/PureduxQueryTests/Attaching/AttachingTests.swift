import PureduxDerived
import PureduxTesting
import Testing

@testable import PureduxQuery

@Suite struct `Queries of a store` {
  @Test func `a story of a query reads like any other`() {
    let server = Server()
    let story = TestStore(exhaustivity: .partial) {
      let store = StateStore<Notes, NotesAction>(Notes()) { $0.reduce($1) }
      let notes = store.queries({ $0.notes }, action: NotesAction.notes) {
        try await server.fetch($0)
      } send: { _, _ in
        [:]
      }
      return store.uses(notes) { _ in [1] }
    }
    story.receive("use", where: { if case .notes(.use(1, true, _)) = $0 { true } else { false } })
    story.advance(by: .seconds(1))
    story.receive("answer", where: { if case .notes(.answered(1, Note(), [])) = $0 { true } else { false } })
    #expect(story.state.notes.value(1) == Note())
    story.finish()
  }

  @Test func `values that are only fetched need no send function`() {
    let context = TestContext()
    let products = context.run {
      let store = StateStore<QueryState<Int, String>, QueryAction<Int, String>>(QueryState(.init(keepUnused: nil))) {
        $0.reduce($1)
      }
      return store.queries({ $0 }, action: { $0 }) { "tea \($0)" }
    }
    let subscription = products[7].subscribe { _ in }
    context.runUntilIdle()
    #expect(products.value(7) == "tea 7")
    products.dispatch(.refetch(7))
    subscription.cancel()
  }

  @Test func `an unrelated action costs one check of the queries, whatever is attached and observed`() {
    let looks = Guarded(0)
    let context = TestContext()
    let (store, notes) = context.run {
      let store = StateStore<Notes, NotesAction>(Notes()) { $0.reduce($1) }
      let notes = store.queries(
        { state in
          looks.withLock { $0 += 1 }
          return state.notes
        }, action: NotesAction.notes
      ) { _ in
        Note()
      } send: { _, _ in
        [:]
      }
      return (store, notes)
    }
    let observed = Guarded(0)
    let subscriptions = (1...3).map { notes[$0].subscribe { _ in observed.withLock { $0 += 1 } } }
    context.runUntilIdle()
    #expect((1...3).allSatisfy { store.state.notes.value($0) == Note() })
    let before = (looks: looks.withLock { $0 }, observed: observed.withLock { $0 })
    for _ in 0..<10 { store.dispatch(.other) }
    context.runUntilIdle()
    #expect(looks.withLock { $0 } - before.looks == 10)
    #expect(observed.withLock { $0 } == before.observed)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a selector compares only the version of a query state`() {
    let world = World()
    let computed = Guarded(0)
    let count = world.store.select({ $0.notes.version }) { _ in
      computed.withLock { $0 += 1 }
      return 0
    }
    let subscription = count.subscribe { _ in }
    world.context.runUntilIdle()
    let before = computed.withLock { $0 }
    world.send(.other)
    #expect(computed.withLock { $0 } == before)
    world.send(.pushed(1, Note()))
    #expect(computed.withLock { $0 } == before + 1)
    subscription.cancel()
  }
}
