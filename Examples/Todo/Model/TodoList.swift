/// The things to do, in the order they are shown: what is kept from one run to the next.
struct TodoList: Sendable, Equatable, Codable {
  private(set) var items: [Item] = []
  /// Never given to two items, not even to one that was removed.
  private var nextID = 0

  init(texts: [String]) { for text in texts { add(text) } }

  mutating func add(_ text: String) {
    items.append(Item(id: nextID, text: text))
    nextID += 1
  }

  mutating func change(_ id: Item.ID, _ change: (inout Item) -> Void) {
    if let index = items.firstIndex(where: { $0.id == id }) { change(&items[index]) }
  }

  mutating func remove(_ id: Item.ID) { items.removeAll { $0.id == id } }
}
