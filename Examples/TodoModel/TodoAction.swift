package import Puredux

/// The actions of the application.
package enum TodoAction: Sendable, Codable {
  case select(by: Int)
  case nextFilter
  case add(String)
  case edit(TodoItem.ID, String)
  case note(TodoItem.ID, String)
  /// A part of a note was typed or deleted.
  case typeNote(TodoItem.ID, TextEdit)
  case toggle(TodoItem.ID)
  case remove(TodoItem.ID)
  /// Moves an item before another one, or to the end.
  case move(TodoItem.ID, before: TodoItem.ID?)
  case undo
  case redo
  case setDark(Bool)
  case sync(TodoSync.Action)
  /// Shows a message until the next action of the user.
  case showMessage(String)
  /// The text being typed has changed. The store of the screen reduces it.
  case draft(TodoDraft?)
  /// A change to the window's contents. The store of the window reduces it.
  case window(TodoWindowState.Action)
}
