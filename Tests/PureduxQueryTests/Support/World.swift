import PureduxQuery
import PureduxTesting

struct Notes: Sendable {
  var notes: EditableQueryState<AddMark>

  init(_ policy: QueryPolicy = .init(keepUnused: nil)) {
    notes = .init(policy, sending: RetryPolicy(maxAttempts: .max, base: 1, cap: 8))
  }

  mutating func reduce(_ action: NotesAction) {
    switch action {
    case .notes(let action): notes.reduce(action)
    case .pushed(let key, let note): notes.set(note, for: key)
    case .invalidate(let keys): notes.invalidate(keys)
    case .invalidateAll: notes.invalidateAll()
    case .replace(let state): self = state
    case .reset: notes.reset()
    case .other: break
    }
  }
}

enum NotesAction: Sendable {
  case notes(EditableQueryAction<AddMark>)
  case pushed(Int, Note), invalidate([Int]), invalidateAll, replace(Notes), reset, other
}

/// A store of notes with a test's clock, and its server.
struct World {
  let server: Server
  let context: TestContext
  let store: StateStore<Notes, NotesAction>
  let notes: EditableStoreQueries<AddMark, NotesAction>

  init(
    _ policy: QueryPolicy = .init(keepUnused: nil), _ context: TestContext = TestContext(), state: Notes? = nil,
    server: Server = Server(), serverAnswers: Bool = true, limit: Int? = nil
  ) {
    self.context = context
    self.server = server
    (store, notes) = context.run {
      let store = StateStore<Notes, NotesAction>(state ?? Notes(policy)) { $0.reduce($1) }
      let notes = store.queries(
        { $0.notes }, action: NotesAction.notes, limit: limit,
        tags: { key, _ in [key.isMultiple(of: 2) ? "even" : "odd"] }
      ) {
        try await server.fetch($0)
      } send: { change, id in
        try await server.send(change, id, answers: serverAnswers)
      }
      return (store, notes)
    }
    context.runUntilIdle()
  }

  func pass(_ seconds: Double) { context.advance(by: .milliseconds(Int(seconds * 1000))) }

  func use(_ key: Int) -> QueryUse {
    let use = notes.use(key)
    context.runUntilIdle()
    return use
  }

  /// Uses a key for some seconds.
  func use(_ key: Int, for seconds: Double) {
    let use = use(key)
    pass(seconds)
    use.cancel()
    context.runUntilIdle()
  }

  func send(_ action: NotesAction) {
    store.dispatch(action)
    context.runUntilIdle()
  }

  func add(_ change: AddMark) { send(.notes(.add(change))) }

  var state: EditableQueryState<AddMark> { store.state.notes }
  func entry(_ key: Int) -> QueryEntry<Int, Note>? { state[key] }
  func value(_ key: Int) -> Note? { state.value(key) }
}
