/// The actions of the application.
package enum TodoAction: Sendable {
  case select(by: Int)
  case nextFilter
  case add(String)
  case edit(TodoItem.ID, String)
  case note(TodoItem.ID, String)
  case toggle(TodoItem.ID)
  case remove(TodoItem.ID)
  case undo
  /// Shows a message until the next action.
  case showMessage(String)
  /// The text being typed has changed. The store of the screen reduces it.
  case draft(TodoDraft?)
}
