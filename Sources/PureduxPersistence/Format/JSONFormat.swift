public import Foundation

/// JSON with sorted keys, so that equal states give equal files.
public struct JSONFormat: PersistenceFormat {
  /// There is nothing to choose.
  public init() {}

  /// Gives the same bytes for equal values.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
  }

  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }
}
