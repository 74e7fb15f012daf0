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
