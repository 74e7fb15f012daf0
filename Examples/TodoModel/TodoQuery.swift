package import Puredux

/// Selects the displayed items: those that match a filter and contain a text.
package struct TodoQuery: Sendable, Equatable, Codable {
  package enum Filter: String, Sendable, Codable, CaseIterable {
    case all, open, done

    var next: Filter {
      switch self {
      case .all: .open
      case .open: .done
      case .done: .all
      }
    }
  }

  package var filter = Filter.all
  /// An empty text matches every item.
  package var text = ""

  package init() {}

  /// The displayed items. If all items are displayed, this is the list itself, not a copy.
  package func items(of list: TodoList) -> OrderedState<TodoItem> {
    filter == .all && text.isEmpty ? list.items : list.items.filter(matcher)
  }

  /// The number of displayed items. They are counted only during a search.
  func count(in list: TodoList) -> Int {
    guard text.isEmpty else { return list.items.count(where: matcher) }
    return switch filter {
    case .all: list.items.count
    case .open: list.openCount
    case .done: list.doneCount
    }
  }

  /// Why no items are displayed; empty if there are any.
  package func emptyText(in list: TodoList) -> String {
    if count(in: list) > 0 { return "" }
    if list.items.isEmpty { return "The list is empty." }
    if !text.isEmpty { return "No item contains “\(text)”." }
    return filter == .done ? "No item is done." : "Every item is done."
  }

  private var matcher: (TodoItem) -> Bool {
    let (filter, text) = (filter, text.lowercased())
    return { item in
      (filter == .all || (filter == .done) == item.isDone)
        && (text.isEmpty || item.text.lowercased().contains(text) || item.note.lowercased().contains(text))
    }
  }
}
