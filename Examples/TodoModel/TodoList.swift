/// The things to do, in the order they are shown: what is kept from one run to the next.
package struct TodoList: Sendable, Equatable, Codable {
  private enum CodingKeys: CodingKey {
    case items
  }

  package private(set) var items: [TodoItem] = []
  /// Never given to two items of one run, not even to one that was removed.
  private var nextID = 0

  package init(texts: [String]) { for text in texts { add(text) } }

  /// Numbers the items anew, so that no number in a file can be too large, or there twice.
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

  /// Has the items that it had before; numbers given since are not given again.
  mutating func goBack(to items: [TodoItem]) { self.items = items }
}
