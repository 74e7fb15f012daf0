package import Puredux
package import PureduxHistory

/// The items in display order. This part of the state is saved, and can be undone.
package struct TodoList: Sendable, Equatable, Codable {
  private enum CodingKeys: CodingKey {
    case items
  }

  package private(set) var items = OrderedState<TodoItem>()
  package private(set) var doneCount = 0
  /// The next item's number. Within a run, no number is used twice, even after its item was removed.
  private var nextID = 0

  package var openCount: Int { items.count - doneCount }

  package init(texts: some Sequence<String>) {
    for text in texts { add(text) }
  }

  /// Renumbers the items, because a file may contain numbers that are too large or not unique.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for item in try container.decode([TodoItem].self, forKey: .items) { add(item.text, item.note, isDone: item.isDone) }
  }

  package subscript(id: TodoItem.ID) -> TodoItem? { items[id: id] }

  /// Adds an item at the end.
  mutating func add(_ text: String, _ note: String = "", isDone: Bool = false) {
    items.append(TodoItem(id: nextID, text: text, note: note, isDone: isDone))
    doneCount += isDone ? 1 : 0
    nextID += 1
  }

  mutating func remove(_ id: TodoItem.ID) {
    if items.remove(id: id)?.isDone == true { doneCount -= 1 }
  }

  /// Changes an item in place.
  mutating func change(_ id: TodoItem.ID, _ change: (inout TodoItem) -> Void) {
    guard let position = items.index(id: id) else { return }
    doneCount -= items[position].isDone ? 1 : 0
    change(&items[position])
    doneCount += items[position].isDone ? 1 : 0
  }

  /// Moves an item before another one, or to the end.
  mutating func move(_ id: TodoItem.ID, before next: TodoItem.ID?) {
    guard let origin = items.index(id: id), id != next else { return }
    items.move(from: [origin], to: next.flatMap(items.index(id:)) ?? items.count)
  }
}

extension TodoList: Undoable {
  package static let undone: [UndoPart<TodoList>] = [
    .elements("items", \.items, size: { $0.text.utf8.count + $0.note.utf8.count }), .value("doneCount", \.doneCount),
  ]
}
