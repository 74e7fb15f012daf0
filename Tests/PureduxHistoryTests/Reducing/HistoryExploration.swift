import PureduxHistory
import PureduxTesting
import Testing

/// A document with undo that another client changes too.
private struct Editor: Codable, Equatable, Sendable {
  enum Action: Equatable, Sendable {
    case write(Int, String), insert(Int), remove(Int), toFront(Int), title(String), arrived, undo, redo
  }

  var document = Document(ids: 0..<3)
  var history = History<Document>(limits: .init(steps: 5))
  var lastID = 2

  static let reducer = ClosureReducer<Editor, Action> { editor, action in
    switch action {
    case .write(let id, let text): editor.document.notes[id: id]?.text += text
    case .insert(let place):
      editor.lastID += 1
      editor.document.notes.insert(Note(id: editor.lastID), at: min(place, editor.document.notes.count))
    case .remove(let id): editor.document.notes.remove(id: id)
    case .toFront(let id): editor.document.notes.index(id: id).map { editor.document.notes.move(from: [$0], to: 0) }
    case .title(let title): editor.document.title = title
    case .arrived:
      editor.lastID += 1
      editor.document.notes.append(Note(id: editor.lastID, text: "theirs"))
    case .undo: editor.history.undo(&editor.document)
    case .redo: editor.history.redo(&editor.document)
    }
  }.undoable(\.document, in: \.history) { action in
    switch action {
    case .write(let id, _): .coalesced("note \(id)")
    case .arrived: .untracked
    default: .single
    }
  }
}

@Suite struct `The exploration of a history` {
  @Test(arguments: UInt64(0)..<3) func `finds nothing`(seed: UInt64) {
    Exploration {
      StateStore(Editor(), reducer: Editor.reducer)
    } actions: { editor in
      editor.document.notes.reduce(
        into: [.insert(0), .insert(2), .title("a"), .title("b"), .arrived, .undo, .redo]
      ) { actions, note in
        actions += [.write(note.id, "x"), .remove(note.id), .toFront(note.id)]
      }
    }
    .everyTurn("redoing restores what was undone") { before, action, after in
      guard action == .undo, before.history.undoCount > 0 else { return true }
      var again = after
      again.history.redo(&again.document)
      return again.document == before.document && again.history.undoCount == before.history.undoCount
    }
    .everyTurn("undoing restores what was redone") { before, action, after in
      guard action == .redo, before.history.redoCount > 0 else { return true }
      var again = after
      again.history.undo(&again.document)
      return again.document == before.document
    }
    .everyTurn("a change of another client is no step") { before, action, after in
      action != .arrived || after.history.undoCount == before.history.undoCount
    }
    .always("there are at most five steps") { $0.state.history.undoCount <= 5 }
    .saves(\.self)
    .undoes({ $0.document }, by: .undo, redo: .redo, steps: { $0.history.undoCount })
    .run(runs: 30, seed: seed)
  }
}
