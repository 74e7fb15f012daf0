/// All that can happen.
package enum TodoAction: Sendable {
  case select(by: Int)
  case nextFilter
  case add(String)
  case edit(TodoItem.ID, String)
  case note(TodoItem.ID, String)
  case toggle(TodoItem.ID)
  case remove(TodoItem.ID)
  case undo
  /// Something that the user must know, shown until the next action.
  case tell(String)
  /// What is being typed has changed; reduced by the store of the screen where that happens.
  case draft(TodoDraft?)
}
