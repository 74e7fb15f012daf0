/// Which changes are undone together, and their name in a menu.
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
  /// The name of the step in a menu, as in "Undo Typing".
  public private(set) var name: String?

  /// A separate step.
  public static var single: UndoGrouping { UndoGrouping(kind: .single) }

  /// A change that is not undone, for example data from a server. Earlier steps stay, and find their elements by id.
  public static var outside: UndoGrouping { UndoGrouping(kind: .outside) }

  /// A single step with the preceding changes of the same key: typing in one field, or a gesture.
  ///
  /// Any other step ends the group, and so does undoing, redoing and ``History/closeGroup()``.
  ///
  /// - Parameters:
  ///   - key: Identifies the group, for example "note 7".
  ///   - pause: The group ends this long after its last change, on the store's clock. Nil for a gesture, which ends
  ///     with `closeGroup`.
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
