/// Which changes are undone together, and what a menu calls them.
///
/// ```swift
/// history.change(&document, .joined("note 7").named("Typing")) { $0.notes[id: 7]?.text += "a" }
/// ```
public struct UndoGrouping: Hashable, Sendable {
  @usableFromInline
  enum Kind: Hashable, Sendable {
    case single
    case joined(String, pause: Duration?)
    case outside
  }

  @usableFromInline let kind: Kind
  /// What a menu calls the step, as in "Undo Typing".
  public private(set) var name: String?

  /// A step of its own.
  public static var single: UndoGrouping { UndoGrouping(kind: .single) }

  /// A change that is not undone, such as what a server has sent. The steps before it stay, and find their elements by id.
  public static var outside: UndoGrouping { UndoGrouping(kind: .outside) }

  /// One step with the changes before it of the same key: the typing in one field, or a gesture.
  ///
  /// Any other step ends the group, and so do undoing, redoing and ``History/closeGroup()``.
  ///
  /// - Parameters:
  ///   - key: Names the group, for example "note 7".
  ///   - pause: The group ends when this much time of the store's clock has passed since its last change. Nil for a
  ///     gesture, which ends with `closeGroup`.
  public static func joined(_ key: String, pause: Duration? = .seconds(1)) -> UndoGrouping {
    UndoGrouping(kind: .joined(key, pause: pause))
  }

  /// Returns the same grouping with a name for menus. The first name of a group counts.
  public func named(_ name: String) -> UndoGrouping {
    var grouping = self
    grouping.name = name
    return grouping
  }
}
