import Foundation
import PureduxTesting
import Testing

@testable import PureduxQuery

/// Adds a mark to a note, and counts it in the list of another query state. The server refuses a negative mark.
private struct Entered: PairedChange, Codable, Equatable {
  let note: Int
  let mark: Int

  var keys: [Int] { [note] }
  func apply(to note: inout Note, of key: Int) { if !note.marks.contains(mark) { note.marks.append(mark) } }
  var counterpart: Listed? { mark == 0 ? nil : Listed(mark: mark) }
}

private struct Listed: PendingChange, Codable, Equatable {
  let mark: Int

  var keys: [String] { ["all"] }
  func apply(to list: inout [Int], of key: String) { if !list.contains(mark) { list.append(mark) } }
}

private struct Two: Codable, Sendable {
  enum Action: Sendable {
    case notes(EditableQueryAction<Entered>)
    case lists(EditableQueryAction<Listed>)
    case withdraw(Identity), reset, resetLists, invalidateAll
  }

  var notes = EditableQueryState<Entered>(.init(staleAfter: nil, keepUnused: nil))
  var lists = EditableQueryState<Listed>(.init(staleAfter: nil, keepUnused: nil))

  mutating func reduce(_ action: Action) {
    switch action {
    case .notes(let action): notes.reduce(action, with: &lists)
    case .lists(let action): lists.reduce(action)
    case .withdraw(let id): notes.withdraw(id, with: &lists)
    case .reset: notes.reset(with: &lists)
    case .resetLists: lists.reset()
    case .invalidateAll:
      notes.invalidateAll()
      lists.invalidateAll()
    }
  }
}

private struct TwoWorld {
  let context: TestContext
  let store: StateStore<Two, Two.Action>
  /// The marks that the server has accepted, by identity.
  let taken: Recorder<Int>
  let seen = Recorder<Identity>()
  private let uses: [QueryUse]

  init(
    _ state: Two? = nil, taken: Recorder<Int> = Recorder(), isDown: Bool = false, isToldFirst: Bool = false,
    seed: UInt64 = 1
  ) {
    let context = TestContext(identitySeed: seed)
    let seen = seen
    (self.context, self.taken) = (context, taken)
    (store, uses) = context.run {
      let store = StateStore<Two, Two.Action>(state ?? Two()) { $0.reduce($1) }
      if isToldFirst { store.dispatch(.invalidateAll) }
      let notes = store.queries({ $0.notes }, action: Two.Action.notes) { _ in
        Note(marks: taken.values)
      } send: { change, id in
        try await StoreContext.current.clock.sleep(.seconds(1))
        if isDown { throw Server.Down() }
        if change.mark < 0 { throw Refused() }
        if !taken.values.contains(change.mark) { taken.record(change.mark) }
        seen.record(id)
        return [:]
      }
      let lists = store.queries({ $0.lists }, action: Two.Action.lists) { _ in
        taken.values
      } send: { _, _ in
        Issue.record("a counterpart was sent by the state that only displays it")
        return [:]
      }
      return (store, [notes.use(1), lists.use("all")])
    }
    context.runUntilIdle()
  }

  func send(_ action: Two.Action) {
    store.dispatch(action)
    context.runUntilIdle()
  }

  func enter(_ marks: Int...) { for mark in marks { send(.notes(.add(Entered(note: 1, mark: mark)))) } }
  func pass(_ seconds: Int) { context.advance(by: .seconds(seconds)) }
  var note: [Int]? { store.state.notes.value(1)?.marks }
  var list: [Int]? { store.state.lists.value("all") }
  var isSettled: Bool { store.state.notes.pending.isEmpty && store.state.lists.pending.isEmpty }
}

@Suite struct `Changes of two query states` {
  @Test func `a change is shown in both at once, sent once, and confirmed in both`() {
    let world = TwoWorld()
    world.enter(5)
    #expect(world.note == [5] && world.list == [5] && world.taken.values.isEmpty)
    #expect(world.store.state.lists["all"]?.isPending == true && world.store.state.lists.pending[0].isCounterpart)
    world.pass(5)
    #expect(world.note == [5] && world.list == [5] && world.taken.values == [5] && world.isSettled)
    #expect(world.store.state.lists["all"]?.confirmedValue == [5] && world.context.misuse.values.isEmpty)
  }

  @Test func `a refused change is rolled back in both, and later changes stay in both`() {
    let world = TwoWorld()
    world.enter(1, -2, 3)
    #expect(world.note == [1, -2, 3] && world.list == [1, -2, 3])
    world.pass(2)
    #expect(world.note == [1, 3] && world.list == [1, 3])
    world.pass(5)
    #expect(world.note == [1, 3] && world.list == [1, 3] && world.taken.values == [1, 3] && world.isSettled)
  }

  @Test func `a withdrawn change, and all changes of a state that is reset, are rolled back in both`() {
    let world = TwoWorld(isDown: true)
    world.enter(1, 2)
    world.send(.withdraw(world.store.state.notes.pending[0].id))
    #expect(world.note == [2] && world.list == [2])
    world.send(.reset)
    world.pass(1)
    #expect(world.note == [] && world.list == [] && world.isSettled && world.context.misuse.values.isEmpty)
  }

  @Test func `a change without a counterpart touches one state alone`() {
    let world = TwoWorld()
    world.enter(0)
    #expect(world.note == [0] && world.list == [] && world.store.state.lists.pending.isEmpty)
  }

  @Test func `a reset of the other state, and its own actions, do not lose a counterpart`() {
    let world = TwoWorld()
    world.enter(1)
    let id = world.store.state.lists.pending[0].id
    for action in [.withdraw(id), .refused(id), .confirmed(id, [])] as [EditableQueryAction<Listed>] {
      world.send(.lists(action))
    }
    world.send(.resetLists)
    #expect(world.list == [1] && world.store.state.lists.pending.map(\.id) == [id])
    world.pass(5)
    #expect(world.list == [1] && world.isSettled)
  }

  @Test func `after a restart both show the change, and it is sent once with its identity`() throws {
    let first = TwoWorld(isDown: true)
    first.enter(1, 2)
    let ids = first.store.state.notes.pending.map(\.id)
    let state = try JSONDecoder().decode(Two.self, from: try JSONEncoder().encode(first.store.state))
    #expect(state.lists.value("all") == [1, 2] && state.lists.pending.allSatisfy(\.isCounterpart))
    let second = TwoWorld(state, seed: 2)
    #expect(second.note == [1, 2] && second.list == [1, 2])
    second.pass(5)
    #expect(second.seen.values == ids && second.taken.values == [1, 2] && second.isSettled)
    #expect(second.list == [1, 2] && second.context.misuse.values.isEmpty)
  }

  @Test(arguments: [false, true])
  func `two states that were saved at different times agree again, whatever happens first`(isTold: Bool) throws {
    let first = TwoWorld(isDown: true)
    first.enter(1)
    let older = first.store.state
    first.enter(2)
    let newer = first.store.state
    for (notes, lists, expected) in [(older.notes, newer.lists, [1]), (newer.notes, older.lists, [1, 2])] {
      let mixed = Two(notes: notes, lists: lists)
      let state = try JSONDecoder().decode(Two.self, from: try JSONEncoder().encode(mixed))
      let second = TwoWorld(state, isToldFirst: isTold, seed: 2)
      #expect(second.note == expected && second.list == expected)
      second.pass(5)
      #expect(second.taken.values == expected && second.list == expected && second.isSettled)
    }
  }

  @Test func `a counterpart whose change no longer exists ends without an action of the other state`() throws {
    let first = TwoWorld(isDown: true)
    first.enter(1)
    var state = Two()
    state.lists = first.store.state.lists
    state = try JSONDecoder().decode(Two.self, from: try JSONEncoder().encode(state))
    let context = TestContext(identitySeed: 2)
    let (store, queries) = context.run {
      let store = StateStore<Two, Two.Action>(state) { $0.reduce($1) }
      return (
        store,
        store.queries({ $0.notes }, action: Two.Action.notes) { _ in
          Note()
        } send: { _, _ in
          [:]
        }
      )
    }
    context.runUntilIdle()
    #expect(store.state.lists.value("all") == [] && store.state.lists.pending.isEmpty)
    withExtendedLifetime(queries) {}
  }

  @Test func `a reducer that passes a change to only one of the two states is reported`() {
    let context = TestContext()
    context.run {
      var state = Two()
      state.notes.add(Entered(note: 1, mark: 1))
      state.notes.reduce(.add(Entered(note: 1, mark: 2)))
    }
    #expect(context.misuse.values == Array(repeating: .counterpartNotTold("Entered"), count: 2))
  }
}
