public import PureduxAtomics

/// A name for the contents of a value: two values of one type with equal versions have equal contents.
///
/// A value that carries a version takes a new one with each change, which is unique in the process. Copies share it
/// until one of them changes, and never look alike after that. So comparing two versions answers in a nanosecond
/// whether anything may have changed, however large the value is, and keeps nothing of it.
///
/// ```swift
/// var items: OrderedState = [Item(id: 1)]
/// let before = items.version
/// items[id: 1]?.title = "Milk"
/// print(items.version == before)  // false
/// ```
///
/// The reverse does not hold: different versions may have equal contents, for example after a change that was taken back.
/// A version is not coded, and means nothing in another process.
@frozen
public struct Version: Hashable, Sendable {
  /// The version of every empty collection, however it was made.
  public static let empty = Version(stamp: 0)

  @usableFromInline let stamp: UInt64

  @inlinable
  init(stamp: UInt64) { self.stamp = stamp }

  /// A version that no value in the process has had.
  @inlinable
  public init() { self.init(stamp: puredux_stamp()) }

  /// Whether it was made in the turn of a store that this thread performs.
  @inlinable var isOfTurn: Bool { puredux_is_stamp_of_turn(stamp) }
}

extension Version: CustomStringConvertible {
  public var description: String { "version \(stamp)" }
}

/// A value that carries a version of its contents.
///
/// ``OrderedState`` does, and so does what a property marked with ``Tracked`` gives under its name with `$`. A type of
/// your own takes a new version wherever it changes:
///
/// ```swift
/// struct Canvas: Versioned {
///   private(set) var version = Version()
///   var lines: [String] = [] { didSet { version = Version() } }
/// }
/// ```
public protocol Versioned {
  /// Equal for two values of this type only where their contents are equal.
  var version: Version { get }
}
