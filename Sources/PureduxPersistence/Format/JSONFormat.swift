public import Foundation

/// JSON with sorted keys, so that two files can be compared.
///
/// The default format of archives. Numbers that JSON cannot represent, for example infinity, cannot be encoded: the
/// archive reports `.notEncodable`, and the previously saved state remains.
///
/// ```swift
/// let archive = Archive<Notes>(FileStorage(url), format: JSONFormat())
/// ```
public struct JSONFormat: PersistenceFormat {
  /// Creates the format. It has no options.
  public init() {}

  /// Returns a JSON text whose objects have sorted keys.
  ///
  /// Arrays keep the order in which a value encodes them, for example the elements of a set.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
  }

  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }
}
