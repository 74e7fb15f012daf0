public import Foundation

/// JSON with sorted keys, so that two files can be compared.
///
/// Archives use it unless they are given another format. Numbers that JSON does not have, infinite ones for example, cannot be
/// encoded: the archive reports `.notEncodable`, and what was saved before stays.
///
/// ```swift
/// let archive = Archive<Notes>(FileStorage(url), format: JSONFormat())
/// ```
public struct JSONFormat: PersistenceFormat {
  /// Makes the format; there is nothing to choose.
  public init() {}

  /// Returns a JSON text whose objects have their keys sorted.
  ///
  /// What a value encodes in an order of its own keeps that order, as a set's elements do.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
  }

  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }
}
