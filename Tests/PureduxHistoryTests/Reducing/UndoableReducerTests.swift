import PureduxHistory
import PureduxTesting
import Testing

private struct Library: Sendable, Equatable {
  var document = Document(ids: 0..<5)
  var history = History<Document>()
  var selection = 0
}

private enum LibraryAction: Sendable {
  case write(Int, Character), remove(Int), arrived(Note), select(Int), direct, undo, redo
}

private let editing = ClosureReducer<Library, LibraryAction> { library, action in
  switch action {
  case .write(let id, let letter): library.document.notes[id: id]?.text.append(letter)
  case .remove(let id): library.document.notes.remove(id: id)
  case .arrived(let note): library.document.notes.append(note)
  case .select(let id): library.selection = id
  case .direct: library.history.change(&library.document, .single.named("Direct")) { $0.title += "!" }
  case .undo: library.history.undo(&library.document)
  case .redo: library.history.redo(&library.document)
  }
}

private let undoable = editing.undoable(\.document, in: \.history) { action in
  switch action {
  case .write(let id, _): .coalesced("note \(id)").named("Typing")
  case .arrived: .untracked
  default: .single
  }
}

@Suite struct UndoableReducerTests {
  @Test func `a reducer without support for undo is undone, and typing ends after a second of the store's time`() {
    let context = TestContext()
    let store = context.run { StateStore(Library(), reducer: undoable) }
    for letter in "Milk" {
      store.dispatch(.write(3, letter))
      context.advance(by: .milliseconds(900))
    }
    context.advance(by: .seconds(1))
    store.dispatch(.write(3, "!"))
    store.dispatch(.arrived(Note(id: 9, text: "theirs")))
    store.dispatch(.select(3))
    context.runUntilIdle()
    #expect(store.state.history.undoCount == 2 && store.state.history.undoName == "Typing")
    store.dispatch(.undo)
    context.runUntilIdle()
    #expect(store.state.document.notes[id: 3]?.text == "Milk")
    store.dispatch(.undo)
    store.dispatch(.undo)
    context.runUntilIdle()
    #expect(store.state.document.notes.map(\.text) == ["", "", "", "", "", "theirs"] && store.state.selection == 3)
    for _ in 1...3 { store.dispatch(.redo) }
    context.runUntilIdle()
    #expect(store.state.document.notes[id: 3]?.text == "Milk!" && store.state.history.redoCount == 0)
  }

  @Test func `an action that uses the history itself is not recorded twice`() {
    var library = Library()
    undoable.reduce(&library, .direct)
    #expect(library.history.undoCount == 1 && library.history.undoName == "Direct")
    undoable.reduce(&library, .remove(2))
    undoable.reduce(&library, .undo)
    #expect(library.history.undoCount == 1 && library.history.redoCount == 1)
    undoable.reduce(&library, .redo)
    undoable.reduce(&library, .undo)
    undoable.reduce(&library, .undo)
    #expect(library.document == Document(ids: 0..<5) && library.history.redoCount == 2)
  }

  @Test func `a change that the base reducer makes as an outside change is not a step, and keeps the undone steps`() {
    let reducer = ClosureReducer<Library, LibraryAction> { library, action in
      guard case .arrived(let note) = action else { return editing.reduce(&library, action) }
      library.history.change(&library.document, .untracked) { $0.notes.append(note) }
    }.undoable(\.document, in: \.history)
    var library = Library()
    for action in [.remove(2), .undo, .arrived(Note(id: 9, text: "theirs"))] as [LibraryAction] {
      reducer.reduce(&library, action)
    }
    #expect(library.history.undoCount == 0 && library.history.redoCount == 1)
    reducer.reduce(&library, .undo)
    #expect(library.document.notes[id: 9]?.text == "theirs")
  }

  @Test func `a change outside the document is not a step`() {
    var library = Library()
    undoable.reduce(&library, .remove(1))
    undoable.reduce(&library, .undo)
    undoable.reduce(&library, .select(7))
    #expect(library.history.canRedo && !library.history.canUndo && library.selection == 7)
  }

  @Test func `a copy of the document that an action keeps elsewhere is not recorded`() {
    struct Copies: Sendable {
      var document = Document(ids: 0..<5)
      var kept = Document()
      var history = History<Document>()
    }
    let copying = ClosureReducer<Copies, Int> { copies, id in
      if id == 0 { copies.kept = copies.document } else { copies.kept.notes[id: id]?.text += "x" }
    }.undoable(\.document, in: \.history)
    var copies = Copies()
    for id in [0, 1, 2, 1] { copying.reduce(&copies, id) }
    #expect(copies.history == History() && copies.kept.notes[id: 1]?.text == "xx")
  }
}
