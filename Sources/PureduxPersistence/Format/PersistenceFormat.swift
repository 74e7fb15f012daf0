public import Foundation

/// Encodes values as bytes, and decodes values from bytes.
///
/// A custom format implements two methods:
///
/// ```swift
/// struct PropertyListFormat: PersistenceFormat {
///   func encode<Value: Encodable>(_ value: Value) throws -> Data { try PropertyListEncoder().encode(value) }
///
///   func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
///     try PropertyListDecoder().decode(type, from: data)
///   }
/// }
/// ```
///
/// The methods of a format may be called on any thread. The bytes may come from any source, so decoding must throw
/// instead of trapping.
public protocol PersistenceFormat: Sendable {
  /// Encodes a value as bytes. Throws if the format cannot represent the value.
  func encode<Value: Encodable>(_ value: Value) throws -> Data

  /// Decodes a value. Throws if the bytes are not a complete value of this type.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

/// JSON with sorted keys, so that two files can be compared as text.
///
/// JSON is the default format of archives and journals. Numbers that JSON cannot represent, such as infinity, and
/// values nested more than 500 levels deep cannot be encoded. If encoding fails, `.notEncodable` is reported, and the
/// previously saved state remains.
///
/// ```swift
/// let archive = Archive<Notes>(FileStorage(url), format: JSONFormat())
/// ```
public struct JSONFormat: PersistenceFormat {
  /// Creates the format. It has no options.
  public init() {}

  /// Returns JSON whose objects have sorted keys.
  ///
  /// Array elements keep the order in which they are encoded, so the elements of a set are not sorted.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try NestingProbe.check(value)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
  }

  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }
}
