/// The state of the application, for any user interface.
package struct TodoState: Sendable {
  package enum Filter: String, Sendable, CaseIterable {
    case all, open, done

    func includes(_ item: TodoItem) -> Bool { self == .all || (self == .done) == item.isDone }

    var next: Filter {
      switch self {
      case .all: .open
      case .open: .done
      case .done: .all
      }
    }
  }

  /// The number of changes that can be undone.
  private static let longestHistory = 1_000

  package var list = TodoList(texts: ["Buy milk", "Write the report", "Call Ada"])
  package private(set) var filter = Filter.all
  /// The index of the selected item among those that the filter shows.
  package private(set) var selection = 0
  /// A message for the user.
  package private(set) var message = ""
  /// The items before each change.
  private var history: [[TodoItem]] = []

  package init() {}

  package var shown: [TodoItem] { list.items.filter(filter.includes) }

  package var selected: TodoItem? {
    let shown = shown
    return shown.indices.contains(selection) ? shown[selection] : nil
  }

  package mutating func reduce(_ action: TodoAction) {
    message = ""
    switch action {
    case .select(let distance): selection += max(-list.items.count, min(distance, list.items.count))
    case .nextFilter: filter = filter.next
    case .add(let text):
      change { $0.add(text) }
      selection = shown.count - 1
    case .edit(let id, let text): change { $0.change(id) { $0.text = text } }
    case .note(let id, let note): change { $0.change(id) { $0.note = note } }
    case .toggle(let id): change { $0.change(id) { $0.isDone.toggle() } }
    case .remove(let id): change { $0.remove(id) }
    case .undo: if let items = history.popLast() { list.goBack(to: items) }
    case .showMessage(let text): message = text
    case .draft: break
    }
    selection = max(0, min(selection, shown.count - 1))
  }

  private mutating func change(_ change: (inout TodoList) -> Void) {
    if history.count == Self.longestHistory { history.removeFirst() }
    history.append(list.items)
    change(&list)
  }
}
