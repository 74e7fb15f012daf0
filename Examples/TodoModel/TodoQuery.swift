package import Puredux

/// Which items are shown: those of a filter, and of them those that contain a text.
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
  /// Nothing is searched for where it is empty.
  package var text = ""

  package init() {}

  /// The items that are shown. The list itself, and no copy, where all are.
  package func items(of list: TodoList) -> OrderedState<TodoItem> {
    filter == .all && text.isEmpty ? list.items : list.items.filter(matcher)
  }

  /// How many items are shown. They are counted only where a text is searched for.
  func count(in list: TodoList) -> Int {
    guard text.isEmpty else { return list.items.count(where: matcher) }
    return switch filter {
    case .all: list.items.count
    case .open: list.openCount
    case .done: list.doneCount
    }
  }

  private var matcher: (TodoItem) -> Bool {
    let (filter, text) = (filter, text.lowercased())
    return { item in
      (filter == .all || (filter == .done) == item.isDone)
        && (text.isEmpty || item.text.lowercased().contains(text) || item.note.lowercased().contains(text))
    }
  }
}
