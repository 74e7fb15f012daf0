internal import Puredux

/// The state of the application, for any user interface.
package struct TodoState: Sendable, Codable {
  package var list = TodoList(texts: ["Buy milk", "Write the report", "Call Ada"])
  package private(set) var query = TodoQuery()
  /// A message for the user.
  package private(set) var message = ""
  package private(set) var history = TodoHistory()
  package private(set) var sync = TodoSync()
  package private(set) var isDark = false
  /// The selection. The list may have become shorter since it was chosen.
  private var chosenSelection = 0

  package init(isDark: Bool = false) { self.isDark = isDark }

  package var shown: [TodoItem] { query.items(of: list).elements }

  /// The index of the selected item among those that are shown.
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
      make(.insert(list.makeItem(text), at: list.items.count))
      chosenSelection = query.count(in: list) - 1
    case .edit(let id, let text): replace(id) { $0.text = text }
    case .note(let id, let note): replace(id) { $0.note = note }
    case .typeNote(let id, let edit): replace(id, typing: id) { $0.note.apply(edit) }
    case .toggle(let id): replace(id) { $0.isDone.toggle() }
    case .remove(let id): make(.remove(id))
    case .move(let id, let next): move(id, before: next)
    case .undo: history.undo(in: &list)
    case .redo: history.redo(in: &list)
    case .setDark(let isDark): self.isDark = isDark
    case .showMessage(let text): message = text
    case .sync, .draft, .window: break
    }
  }

  private mutating func make(_ edit: TodoEdit, typing: TodoItem.ID? = nil) {
    history.make(edit, in: &list, typing: typing)
  }

  private mutating func replace(_ id: TodoItem.ID, typing: TodoItem.ID? = nil, _ change: (inout TodoItem) -> Void) {
    guard var item = list[id] else { return }
    change(&item)
    make(.replace(item), typing: typing)
  }

  private mutating func move(_ id: TodoItem.ID, before next: TodoItem.ID?) {
    guard let origin = list.items.index(id: id), id != next else { return }
    let place = next.flatMap(list.items.index(id:)) ?? list.items.count
    make(.move(id, to: place > origin ? place - 1 : place))
  }
}
