/// A change of the list. Making it gives the change that takes it back.
package enum TodoEdit: Sendable, Equatable, Codable {
  case insert(TodoItem, at: Int)
  case remove(TodoItem.ID)
  /// Puts the item in the place of the one with its number.
  case replace(TodoItem)
  /// Moves an item to a position, counted without the item.
  case move(TodoItem.ID, to: Int)
}
