public import Foundation

/// Encodes a state as bytes, and decodes it.
///
/// A custom format needs two functions:
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
/// A format is called on any thread. The bytes may come from anywhere, so decoding must throw instead of trapping.
public protocol PersistenceFormat: Sendable {
  /// Returns the bytes of a value; throws if the format cannot represent the value.
  func encode<Value: Encodable>(_ value: Value) throws -> Data

  /// Returns the value of some bytes; throws if they are not a complete value of this type.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}
