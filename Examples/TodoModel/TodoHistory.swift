/// The changes that can be undone, and those that were undone and can be made again.
///
/// It keeps the opposite of each change and no lists, so its size does not grow with the list.
package struct TodoHistory: Sendable, Codable {
  /// The number of changes that can be undone.
  private static let limit = 1_000

  private var undoing: [TodoEdit] = []
  private var redoing: [TodoEdit] = []
  /// The item whose text the last change typed on.
  private var typedItem: TodoItem.ID?

  package var canUndo: Bool { !undoing.isEmpty }
  package var canRedo: Bool { !redoing.isEmpty }

  /// Makes a change that can be undone.
  /// - Parameter typing: the item whose text is being typed; all changes of one typing are undone together.
  mutating func make(_ edit: TodoEdit, in list: inout TodoList, typing: TodoItem.ID? = nil) {
    guard let opposite = list.make(edit) else { return }
    redoing.removeAll()
    if typing == nil || typing != typedItem { Self.append(opposite, to: &undoing) }
    typedItem = typing
  }

  mutating func undo(in list: inout TodoList) {
    typedItem = nil
    if let edit = undoing.popLast(), let opposite = list.make(edit) { redoing.append(opposite) }
  }

  mutating func redo(in list: inout TodoList) {
    typedItem = nil
    if let edit = redoing.popLast(), let opposite = list.make(edit) { Self.append(opposite, to: &undoing) }
  }

  private static func append(_ edit: TodoEdit, to edits: inout [TodoEdit]) {
    if edits.count == limit { edits.removeFirst() }
    edits.append(edit)
  }
}
