public import Foundation

/// JSON with sorted keys, so that two files can be compared.
public struct JSONFormat: PersistenceFormat {
  /// There is nothing to choose.
  public init() {}

  /// The keys of each object are sorted. What a value encodes in an order of its own keeps that order, as a set's elements do.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
  }

  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }
}
