import Dispatch
import PureduxHistory
import SwiftUI
import Testing

private struct Line: Identifiable, Equatable, Codable {
  let id: Int
  var text = ""
}

private struct Page: Undoable {
  var lines: OrderedState<Line> = [Line(id: 0), Line(id: 1)]
  static let undone: [UndoPart<Page>] = [.elements("lines", \.lines)]
}

private struct Editor: Sendable {
  var page = Page()
  var history = History<Page>(limits: .init(steps: 3))
}

private enum EditorAction: Sendable { case type(Int, String), undo, redo, quietly(String) }

private func editor() -> StateStore<Editor, EditorAction> {
  StateStore(Editor()) { editor, action in
    switch action {
    case .type(let id, let text):
      editor.history.change(&editor.page, .coalesced("\(id)", pause: nil).named("Typing")) {
        $0.lines[id: id]?.text += text
      }
    case .undo: editor.history.undo(&editor.page)
    case .redo: editor.history.redo(&editor.page)
    case .quietly(let text):
      editor.history.change(&editor.page, .untracked) { $0.lines.append(Line(id: $0.lines.count, text: text)) }
    }
  }
}

private struct EditorView: View {
  let store: StateStore<Editor, EditorAction>

  var body: some View { Text("lines").undoable(store, \.history, undo: .undo, redo: .redo) }
}

/// Registers actions that do not belong to a store.
private final class Other: Sendable {}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct UndoTests {
  /// Runs the work that was added to the main queue.
  private func mainQueueIsEmpty() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }

  private func send(_ store: StateStore<Editor, EditorAction>, _ actions: EditorAction...) async {
    for action in actions { await store.send(action) }
    await mainQueueIsEmpty()
  }

  @Test func `the menu has one action for each step, and undoes in the store`() async {
    let (store, manager) = (editor(), UndoManager())
    let bridge = UndoBridge(manager, store, \.history, undo: .undo, redo: .redo)
    await send(store, .type(0, "a"), .type(0, "b"), .quietly("theirs"), .type(1, "c"))
    #expect(manager.undoCount == 2 && manager.undoActionName == "Typing" && !manager.canRedo)
    manager.undo()
    manager.undo()
    #expect(!manager.canUndo && manager.redoCount == 2 && manager.redoActionName == "Typing")
    await store.settled()
    await mainQueueIsEmpty()
    #expect(store.state.page.lines.map(\.text) == ["", "", "theirs"] && manager.redoCount == 2)
    manager.redo()
    await store.settled()
    await mainQueueIsEmpty()
    #expect(store.state.page.lines.map(\.text) == ["ab", "", "theirs"])
    #expect(manager.undoCount == 1 && manager.redoCount == 1)
    withExtendedLifetime(bridge) {}
  }

  @Test func `a step undone by a button or dropped by a limit leaves the menu, and other actions stay`() async {
    let (store, manager, other) = (editor(), UndoManager(), Other())
    let bridge = UndoBridge(manager, store, \.history, undo: .undo, redo: .redo)
    manager.beginUndoGrouping()
    manager.registerUndo(withTarget: other) { _ in }
    manager.endUndoGrouping()
    await send(store, .type(0, "a"), .type(1, "b"), .type(0, "c"), .type(1, "d"))
    #expect(store.state.history.undoCount == 3 && manager.undoCount == 4)
    await send(store, .undo)
    #expect(manager.undoCount == 3 && manager.redoCount == 1)
    await send(store, .type(0, "e"))
    #expect(manager.undoCount == 4 && !manager.canRedo)
    bridge.end()
    #expect(manager.undoCount == 1)
  }

  @Test func `a view shows the steps while it is on the screen`() async {
    let (store, manager) = (editor(), UndoManager())
    let host = ViewHost(EditorView(store: store).environment(\.undoManager, manager))
    await store.send(.type(0, "a"))
    host.appear()
    await send(store, .type(1, "b"))
    #expect(manager.undoCount == 2)
    host.disappear()
    #expect(!manager.canUndo)
    await send(store, .type(0, "c"))
    #expect(!manager.canUndo)
  }
}
