public import PureduxAtomics

/// Identifies the contents of a value. Two values of the same type with equal versions have equal contents.
///
/// A versioned value receives a new version, unique in the process, with each change. Copies share a version until one
/// of the copies changes; from then on, their versions always differ. Comparing two versions takes a nanosecond,
/// regardless of the size of the value, and requires no copy of the value.
///
/// ```swift
/// var canvas = Canvas()  // see `Versioned`
/// let before = canvas.version
/// canvas.lines.append("Milk")
/// print(canvas.version == before)  // false
/// ```
///
/// Values with different versions may still have equal contents, for example after a change has been reverted. A
/// version is not encoded, and has no meaning in another process.
@frozen
public struct Version: Hashable, Sendable {
  /// The version of a collection that was created empty, or emptied by `removeAll()`.
  @usableFromInline package static let empty = Version(stamp: 0)

  @usableFromInline let stamp: UInt64

  @inlinable
  init(stamp: UInt64) { self.stamp = stamp }

  /// Creates a version that is unique in the process.
  @inlinable
  public init() { self.init(stamp: puredux_stamp()) }

  /// Whether the version was created in the current turn of this thread.
  @inlinable package var isOfTurn: Bool { puredux_is_stamp_of_turn(stamp) }
}

extension Version: CustomStringConvertible {
  public var description: String { "version \(stamp)" }
}

/// A value whose contents have a version.
///
/// The collections and wrappers that track changes are versioned. A custom type must create a new version with each
/// change:
///
/// ```swift
/// struct Canvas: Versioned {
///   private(set) var version = Version()
///   var lines: [String] = [] { didSet { version = Version() } }
/// }
/// ```
public protocol Versioned {
  /// The version of the contents. Two values of this type with equal versions have equal contents.
  var version: Version { get }
}

/// A list of identified elements that reports what has changed since a version.
///
/// Effects, rows and selectors process only the changed elements of such a list, at a cost that grows with the change
/// and not with the list. To use a custom list in these places, conform it to this protocol, and record its changes.
public protocol VersionedList<Element>: Versioned, RandomAccessCollection where Element: Identifiable, Index == Int {
  /// Returns the position of the element with this id, checking `position` before searching for the id.
  ///
  /// - Parameters:
  ///   - id: The id of the element.
  ///   - position: The position at which the element was last seen; it may be out of bounds.
  /// - Returns: The position; nil if there is no such element.
  func index(id: Element.ID, expectedAt position: Int) -> Int?

  /// Calls `body` with each change since a version, oldest first.
  ///
  /// Applying the changes to the order at `version` yields the current order. Elements that may have been edited are
  /// reported as updates.
  ///
  /// - Parameters:
  ///   - version: A version of this list that was read earlier.
  ///   - body: Receives each change.
  /// - Returns: False if the changes since that version are unknown, in which case everything may have changed.
  func forEachChange(since version: Version, _ body: (ElementChange<Element.ID>) -> Void) -> Bool

  /// Calls `body` with a pointer to an element, without copying the element.
  ///
  /// SAFETY: the conforming type must keep the element at the pointer, unchanged, until `body` returns.
  ///
  /// - Parameters:
  ///   - position: A valid position.
  ///   - body: Receives the pointer, which is valid only during the call.
  /// - Returns: The result of `body`.
  func withElement<Result>(at position: Int, _ body: (UnsafePointer<Element>) -> Result) -> Result
}

/// A change to a collection of identified elements, expressed as a list update.
///
/// Each position refers to the collection after all preceding changes, so apply the changes in order.
public enum ElementChange<ID: Hashable>: Hashable {
  /// The element may have changed, but its identity and position are unchanged.
  case updated(ID, at: Int)
  /// An element was inserted at this position.
  case inserted(ID, at: Int)
  /// The element at this position was removed.
  case removed(ID, at: Int)
  /// The element was removed at `from` and inserted at `to`.
  case moved(ID, from: Int, to: Int)

  /// The identity of the element.
  @inlinable package var id: ID {
    switch self {
    case .updated(let id, _), .inserted(let id, _), .removed(let id, _), .moved(let id, _, _): id
    }
  }

  /// The position of the element after the change or, for a removal, before the change.
  @inlinable package var position: Int {
    switch self {
    case .updated(_, let position), .inserted(_, let position), .removed(_, let position), .moved(_, _, let position):
      position
    }
  }
}

extension ElementChange: Sendable where ID: Sendable {}
