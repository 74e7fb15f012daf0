/// Gives a property of a state a version, so that whoever depends on it need not compare it.
///
/// Each assignment and each change in place takes a new version, whatever was written; nothing is copied. A change counts
/// once, however much it does. Use it for arrays, dictionaries and other large values. An ``OrderedState`` has a version of
/// its own and needs none.
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
/// It is coded, hashed and described as the value alone, and two of them are equal when their values are.
///
/// Writing through a `WritableKeyPath`, for example `library[keyPath: \.items]`, copies the whole value, because a key
/// path reads and then writes what is not stored under its name. Write to the property itself; lift a reducer with
/// `lifted(through:)`.
@propertyWrapper
@frozen
public struct Tracked<Value>: Versioned {
  /// The value. Changing it in place copies nothing and gives a new version.
  @inlinable
  public var wrappedValue: Value {
    get { stored }
    _modify {
      // A body that throws skips what follows the `yield`, and has perhaps changed something.
      defer { mark = Version() }
      yield &stored
    }
  }

  /// The value with its version.
  @inlinable public var projectedValue: Tracked { self }

  /// New after each change of the value.
  @inlinable public var version: Version { mark }

  @usableFromInline var stored: Value
  @usableFromInline var mark: Version

  /// Starts with a value, and a version of its own.
  @inlinable
  public init(wrappedValue: Value) {
    stored = wrappedValue
    mark = Version()
  }
}

extension Tracked: Sendable where Value: Sendable {}

extension Tracked: Equatable where Value: Equatable {
  /// Whether the values are equal. Two copies of which none was changed are not compared.
  @inlinable
  public static func == (one: Self, other: Self) -> Bool { one.mark == other.mark || one.stored == other.stored }
}

extension Tracked: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(stored) }
}

extension Tracked: CustomReflectable {
  /// The value's own mirror, so that a description or a difference shows no version.
  public var customMirror: Mirror { Mirror(reflecting: stored) }
}

extension Tracked: CustomStringConvertible {
  public var description: String { String(describing: stored) }
}

/// Coded as the value alone.
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

// What the compiler writes for a property asks for its key, while an optional property's key may be missing.
extension KeyedDecodingContainer {
  /// Nil where the key is missing, as for an optional that is not tracked.
  public func decode<Wrapped: Decodable>(
    _ type: Tracked<Wrapped?>.Type, forKey key: Key
  ) throws -> Tracked<Wrapped?> {
    Tracked(wrappedValue: try decodeIfPresent(Wrapped.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Leaves nil out, as for an optional that is not tracked.
  public mutating func encode<Wrapped: Encodable>(_ value: Tracked<Wrapped?>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
