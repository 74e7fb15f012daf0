import PureduxChildren
import PureduxTesting
import Testing

@testable import PureduxQuery

@Suite struct `Mistakes` {
  @Test func `queries that are attached twice for one state are reported`() {
    let world = World()
    world.context.run {
      _ = world.store.queries({ $0.notes }, action: NotesAction.notes) { _ in
        Note()
      } send: { _, _ in
        [:]
      }
    }
    #expect(world.context.misuse.values == [.queriesAttachedTwice("query")])
  }

  @Test func `queries that are attached again after their group of effects has ended are not reported`() {
    let context = TestContext()
    let store = context.run { StateStore<Notes, NotesAction>(Notes()) { $0.reduce($1) } }
    for visit in 1...2 {
      var notes: EditableStoreQueries<AddMark, NotesAction>?
      let group = context.run {
        store.effects { store in
          notes = store.queries({ $0.notes }, action: NotesAction.notes) { _ in
            Note()
          } send: { _, _ in
            [:]
          }
        }
      }
      let use = notes?.use(visit)
      context.runUntilIdle()
      #expect(store.state.notes[visit]?.value != nil)
      use?.cancel()
      group.cancel()
      context.runUntilIdle()
    }
    #expect(context.misuse.values.isEmpty)
  }

  @Test func `two states of the same type are not reported`() {
    struct Two: Sendable { var one = QueryState<Int, Int>(), two = QueryState<Int, Int>() }
    let context = TestContext()
    context.run {
      let store = StateStore<Two, QueryAction<Int, Int>>(Two()) { $0.one.reduce($1) }
      _ = store.queries({ $0.one }, action: { $0 }) { $0 }
      _ = store.queries({ $0.two }, action: { $0 }) { $0 }
    }
    context.runUntilIdle()
    #expect(context.misuse.values.isEmpty)
  }

  @Test func `a reducer that ignores the action is reported, once`() {
    let context = TestContext()
    let notes = context.run {
      let store = StateStore<Notes, NotesAction>(Notes()) { _, _ in }
      return store.queries({ $0.notes }, action: NotesAction.notes) { _ in
        Note()
      } send: { _, _ in
        [:]
      }
    }
    let uses = (0..<3).map { notes.use($0) }
    context.runUntilIdle()
    #expect(context.misuse.values == [.queryActionsNotReduced("query")])
    withExtendedLifetime(uses) {}
  }

  @Test(arguments: [false, true])
  func `a first use that comes after the end of its child is not reported`(hasEnded: Bool) throws {
    let context = TestContext()
    let ids = context.run {
      StateStore<[Int], NotesAction>([1]) { ids, action in if case .reset = action { ids = [] } }
    }
    let children = ids.children(of: { $0 }, id: \.self) { ids, _ in
      ids.with(Notes()) { $0.reduce($1) }.queries({ $0.1.notes }, action: NotesAction.notes) { _ in
        Note()
      } send: { _, _ in
        [:]
      }
    }
    context.runUntilIdle()
    let notes = try #require(children[1])
    ids.dispatch(.reset)
    if hasEnded { context.runUntilIdle() }
    let use = notes.use(1)
    context.runUntilIdle()
    #expect(context.misuse.values.isEmpty)
    use.cancel()
  }

  @Test func `two identities of one source differ in their full text`() {
    TestContext().run {
      let (one, two) = (Identity(), Identity())
      #expect(one.text.count == 32 && one.text != two.text)
    }
  }
}
