public import PureduxCore

/// Adds a version to a property of a state, so that the property's values do not have to be compared.
///
/// Each assignment and each in-place change creates one new version, even if the new value equals the old one. The
/// wrapper makes no copies. Use this wrapper for arrays, dictionaries and other large values. An ``OrderedState`` has
/// its own version and does not need the wrapper.
///
/// ```swift
/// struct Library: Codable, Equatable, Sendable {
///   @Tracked var items: [Item] = []
/// }
/// var library = Library()
/// let before = library.$items.version
/// library.items.append(Item(id: 1))
/// print(library.$items.version == before)  // false
/// ```
///
/// A tracked value is encoded, hashed and described like its wrapped value. Two tracked values are equal if their
/// wrapped values are equal.
///
/// Writing through a `WritableKeyPath`, for example `library[keyPath: \.items]`, copies the whole value, because a key
/// path accesses a computed property by reading the value and then writing it back. Instead, write to the property
/// itself, or lift a reducer with `lifted(through:extracting:)`.
@propertyWrapper
@frozen
public struct Tracked<Value>: Versioned {
  /// The value. Changing the value in place creates a new version, and makes no extra copy.
  @inlinable
  public var wrappedValue: Value {
    get { stored }
    _modify {
      // If the code that changes the value throws, the code after `yield` is skipped, but the value may have changed.
      defer { mark = Version() }
      yield &stored
    }
  }

  /// The wrapped value together with its version.
  @inlinable public var projectedValue: Tracked { self }

  /// The version of the value. Each change to the value creates a new version.
  @inlinable public var version: Version { mark }

  @usableFromInline var stored: Value
  @usableFromInline var mark: Version

  /// Creates a wrapper with a value and a new version.
  @inlinable
  public init(wrappedValue: Value) {
    stored = wrappedValue
    mark = Version()
  }
}

extension Tracked: Sendable where Value: Sendable {}

extension Tracked: Equatable where Value: Equatable {
  /// Returns whether the wrapped values are equal. If the versions are equal, the values are not compared.
  @inlinable
  public static func == (one: Self, other: Self) -> Bool { one.mark == other.mark || one.stored == other.stored }
}

extension Tracked: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(stored) }
}

extension Tracked: CustomReflectable {
  /// The mirror of the value, so that descriptions and diffs omit the version.
  public var customMirror: Mirror { Mirror(reflecting: stored) }
}

extension Tracked: CustomStringConvertible {
  public var description: String { String(describing: stored) }
}

/// A tracked value is encoded like its wrapped value.
extension Tracked: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(stored)
  }
}

extension Tracked: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }
}

// Synthesized `Codable` code would require the key of every wrapped property, but the key of an optional may be
// missing.
extension KeyedDecodingContainer {
  /// Decodes nil if the key is missing, as for an optional without `@Tracked`.
  public func decode<Wrapped: Decodable>(
    _ type: Tracked<Wrapped?>.Type, forKey key: Key
  ) throws -> Tracked<Wrapped?> {
    Tracked(wrappedValue: try decodeIfPresent(Wrapped.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Omits the key if the value is nil, as for an optional without `@Tracked`.
  public mutating func encode<Wrapped: Encodable>(_ value: Tracked<Wrapped?>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
