/// The items in the order they are shown. This is the part of the state that is saved.
package struct TodoList: Sendable, Equatable, Codable {
  private enum CodingKeys: CodingKey {
    case items
  }

  package private(set) var items: [TodoItem] = []
  /// The next item's number. In one run no number is used twice, even after its item was removed.
  private var nextID = 0

  package init(texts: [String]) { for text in texts { add(text) } }

  /// Numbers the items anew, because a file may hold numbers that are too large or not unique.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for item in try container.decode([TodoItem].self, forKey: .items) {
      items.append(TodoItem(id: nextID, text: item.text, note: item.note, isDone: item.isDone))
      nextID += 1
    }
  }

  package subscript(id: TodoItem.ID) -> TodoItem? { items.first { $0.id == id } }

  package mutating func add(_ text: String) {
    items.append(TodoItem(id: nextID, text: text))
    nextID += 1
  }

  package mutating func change(_ id: TodoItem.ID, _ change: (inout TodoItem) -> Void) {
    if let index = items.firstIndex(where: { $0.id == id }) { change(&items[index]) }
  }

  package mutating func remove(_ id: TodoItem.ID) { items.removeAll { $0.id == id } }

  /// Restores earlier items. Numbers used since then are not used again.
  mutating func goBack(to items: [TodoItem]) { self.items = items }
}
