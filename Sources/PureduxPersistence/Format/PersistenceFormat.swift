public import Foundation

/// Turns a state into bytes and back.
///
/// Another format than JSON takes two functions:
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
/// A format is called on any thread. It decodes bytes that anybody may have written, so it throws and never traps.
public protocol PersistenceFormat: Sendable {
  /// Returns the bytes of a value; throws for a value that the format cannot hold.
  func encode<Value: Encodable>(_ value: Value) throws -> Data

  /// Returns the value of some bytes; throws for bytes that are not a whole value of this type.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}
