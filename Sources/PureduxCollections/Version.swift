public import PureduxAtomics

/// Identifies the contents of a value. Two values of the same type with equal versions have equal contents.
///
/// A versioned value receives a new version, unique in the process, with each change. Copies share a version until one
/// of the copies changes; from then on, their versions always differ. Comparing two versions takes a nanosecond,
/// regardless of the size of the value, and requires no copy of the value.
///
/// ```swift
/// var items: OrderedState = [Item(id: 1)]
/// let before = items.version
/// items[id: 1]?.title = "Milk"
/// print(items.version == before)  // false
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
  @inlinable var isOfTurn: Bool { puredux_is_stamp_of_turn(stamp) }
}

extension Version: CustomStringConvertible {
  public var description: String { "version \(stamp)" }
}

/// A value whose contents have a version.
///
/// ``OrderedState`` is versioned, as is the projected value (`$`) of a property marked with ``Tracked``. A custom type
/// must create a new version with each change:
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
