public import Foundation

/// Turns a state into bytes and back.
public protocol PersistenceFormat: Sendable {
  /// Throws for a value that the format cannot hold.
  func encode<Value: Encodable>(_ value: Value) throws -> Data

  /// Throws for bytes that are not a whole value of this type.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}
