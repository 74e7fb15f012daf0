internal import Puredux
package import PureduxHistory

/// The state of the application, for any user interface.
package struct TodoState: Sendable, Codable {
  package var list = TodoList(texts: ["Buy milk", "Write the report", "Call Ada"])
  package private(set) var query = TodoQuery()
  /// A message for the user.
  package private(set) var message = ""
  package private(set) var history = History<TodoList>()
  package private(set) var sync = TodoSync()
  package private(set) var isDark = false
  /// The selection. The list may have become shorter since the selection changed.
  private var chosenSelection = 0

  package init(isDark: Bool = false) { self.isDark = isDark }

  package var shown: [TodoItem] { query.items(of: list).elements }

  /// The index of the selected item among the displayed ones.
  package var selection: Int { max(0, min(chosenSelection, query.count(in: list) - 1)) }

  package var selected: TodoItem? {
    let (shown, selection) = (shown, selection)
    return shown.indices.contains(selection) ? shown[selection] : nil
  }

  package mutating func reduce(_ action: TodoAction) {
    if case .sync(let action) = action { return sync.reduce(action) }
    message = ""
    switch action {
    case .select(let distance):
      let count = list.items.count
      chosenSelection = selection + max(-count, min(distance, count))
      chosenSelection = selection
    case .nextFilter: query.filter = query.filter.next
    case .add(let text):
      change(.single.named("Add")) { $0.add(text) }
      chosenSelection = query.count(in: list) - 1
    case .edit(let id, let text): change(.single.named("Edit")) { $0.change(id) { $0.text = text } }
    case .note(let id, let note): change(.single.named("Edit Note")) { $0.change(id) { $0.note = note } }
    case .typeNote(let id, let edit):
      change(.coalesced("note \(id)", pause: nil).named("Typing")) { $0.change(id) { $0.note.apply(edit) } }
    case .toggle(let id): change(.single.named("Done")) { $0.change(id) { $0.isDone.toggle() } }
    case .remove(let id): change(.single.named("Remove")) { $0.remove(id) }
    case .move(let id, let next): change(.single.named("Move")) { $0.move(id, before: next) }
    case .undo: history.undo(&list)
    case .redo: history.redo(&list)
    case .setDark(let isDark): self.isDark = isDark
    case .showMessage(let text): message = text
    case .sync, .draft, .window: break
    }
  }

  /// Changes the list so that it can be undone.
  private mutating func change(_ grouping: UndoGrouping, _ change: (inout TodoList) -> Void) {
    history.change(&list, grouping, change)
  }
}
