package import Puredux

/// The items in the order they are shown. This is the part of the state that is saved.
package struct TodoList: Sendable, Equatable, Codable {
  private enum CodingKeys: CodingKey {
    case items
  }

  package private(set) var items = OrderedState<TodoItem>()
  package private(set) var doneCount = 0
  /// The next item's number. In one run no number is used twice, even after its item was removed.
  private var nextID = 0

  package var openCount: Int { items.count - doneCount }

  package init(texts: some Sequence<String>) {
    for text in texts { make(.insert(makeItem(text), at: items.count)) }
  }

  /// Numbers the items anew, because a file may hold numbers that are too large or not unique.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for item in try container.decode([TodoItem].self, forKey: .items) {
      make(.insert(makeItem(item.text, item.note, item.isDone), at: items.count))
    }
  }

  package subscript(id: TodoItem.ID) -> TodoItem? { items[id: id] }

  /// A new item, which is not in the list yet.
  mutating func makeItem(_ text: String, _ note: String = "", _ isDone: Bool = false) -> TodoItem {
    defer { nextID += 1 }
    return TodoItem(id: nextID, text: text, note: note, isDone: isDone)
  }

  /// Makes a change, and returns the change that takes it back; nil if there was nothing to change.
  @discardableResult
  mutating func make(_ edit: TodoEdit) -> TodoEdit? {
    switch edit {
    case .insert(let item, let position):
      if position == items.count { items.append(item) } else { items.insert(item, at: position) }
      doneCount += item.isDone ? 1 : 0
      return .remove(item.id)
    case .remove(let id):
      guard let position = items.index(id: id), let item = items.remove(id: id) else { return nil }
      doneCount -= item.isDone ? 1 : 0
      return .insert(item, at: position)
    case .replace(let item):
      guard let old = items[id: item.id], old != item else { return nil }
      items[id: item.id] = item
      doneCount += (item.isDone ? 1 : 0) - (old.isDone ? 1 : 0)
      return .replace(old)
    case .move(let id, let destination):
      guard let origin = items.index(id: id), origin != destination, let item = items.remove(id: id) else { return nil }
      items.insert(item, at: destination)
      return .move(id, to: origin)
    }
  }
}
