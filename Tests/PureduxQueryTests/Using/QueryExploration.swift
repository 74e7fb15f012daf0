import PureduxQuery
import PureduxTesting
import Testing

/// What a server has of the notes, as a value.
private struct NotesServer: Sendable {
  var notes: [Int: Note] = [:]
  var taken: Set<Identity> = []

  mutating func perform(_ change: AddMark, _ id: Identity) -> [Int: Note] {
    for key in change.keys where !taken.contains(id) {
      change.apply(to: &notes[key, default: Note()], of: key)
      notes[key]?.version += 1
    }
    taken.insert(id)
    return notes.filter { change.keys.contains($0.key) }
  }
}

/// Screens that use notes, and change them.
private final class NotesScreens {
  enum Action: Equatable, Sendable {
    case show(Int), hide(Int), mark([Int]), invalidate(Int), online
  }

  let root: StateStore<Notes, NotesAction>
  private(set) var uses: [Int: QueryUse] = [:]
  private let notes: EditableStoreQueries<AddMark, NotesAction>
  private var lastMark = 0

  init(_ outside: Outside<NotesServer>) {
    let policy = QueryPolicy(
      staleAfter: .seconds(30), keepUnused: .seconds(60), retry: RetryPolicy(maxAttempts: 3, base: 1, cap: 4))
    root = StateStore(Notes(policy)) { $0.reduce($1) }
    notes = root.queries({ $0.notes }, action: NotesAction.notes) { key in
      try await outside.call("fetch \(key)") { $0.notes[key] ?? Note() }
    } send: { change, id in
      try await outside.call("send \(change.mark)") { $0.perform(change, id) }
    }
  }

  func send(_ action: Action) {
    switch action {
    case .show(let key): uses[key] = notes.use(key)
    case .hide(let key): uses[key] = nil
    case .mark(let keys):
      lastMark += 1
      root.dispatch(.notes(.add(keys.count == 1 ? AddMark(lastMark, to: keys[0]) : AddMark(lastMark, to: 1, 2))))
    case .invalidate(let key): root.dispatch(.invalidate([key]))
    case .online: root.dispatch(.invalidateAll)
    }
  }
}

@Suite struct `The exploration of queries` {
  @Test(arguments: UInt64(0)..<3) func `finds nothing`(seed: UInt64) {
    Exploration(server: NotesServer()) { outside in
      NotesScreens(outside)
    } root: { screens in
      screens.root
    } actions: { _, _ in
      (1...2).flatMap { [.show($0), .hide($0), .mark([$0]), .invalidate($0)] } + [.mark([1, 2])]
    } send: { screens, action in
      screens.send(action)
    }
    .outsideChanges("another client marks note 1") { server in
      server.notes[1, default: Note()].marks.append(-1)
      server.notes[1]?.version += 1
    }
    .always("a pending change is shown") { moment in
      moment.state.notes.pending.allSatisfy { pending in
        pending.change.keys.allSatisfy { key in
          moment.state.notes.value(key).map { $0.marks.contains(pending.change.mark) } ?? true
        }
      }
    }
    .always("the server performs each change once") { moment in
      moment.server.notes.values.allSatisfy { note in
        let marks = note.marks.filter { $0 > 0 }
        return Set(marks).count == marks.count
      }
    }
    .healed(by: .online)
    .eventually("everything is sent") { $0.state.notes.pending.isEmpty }
    .eventually("a note that is used is the server's") { moment in
      moment.app.uses.keys.allSatisfy { moment.state.notes.value($0) == moment.server.notes[$0] ?? Note() }
    }
    .run(runs: 25, seed: seed)
  }
}
