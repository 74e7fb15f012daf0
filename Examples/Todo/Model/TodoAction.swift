/// All that can happen.
enum TodoAction: Sendable {
  case resize(Size)
  case select(by: Int)
  case filter
  case add(String)
  case edit(Item.ID, String)
  case note(Item.ID, String)
  case toggle(Item.ID)
  case remove(Item.ID)
  case undo
  /// Something that the user must know, shown until the next action.
  case tell(String)
  /// What is being typed on a screen has changed.
  case edited(Line?)
}
