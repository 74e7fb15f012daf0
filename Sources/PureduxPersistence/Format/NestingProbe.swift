internal import Foundation

/// Finds values that are nested too deeply to be written as JSON and read back.
///
/// Encoding is recursive, so a deeply nested value could exhaust the saving queue's stack. In addition, `JSONDecoder`
/// rejects arrays and objects that are nested more than 512 levels deep. This encoder discards its input, and stops at
/// a depth that is safe on any thread's stack.
struct NestingProbe: Encoder {
  /// The maximum nesting depth of an encodable value.
  static let greatestDepth = 500

  /// The number of enclosing values and containers.
  let depth: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Throws only if a value is nested too deeply.
  static func check<Value: Encodable>(_ value: Value) throws(EncodingError) {
    do {
      try probe(value, in: 0)
    } catch is TooDeep {
      // Pass the type instead of the value, because describing the value could also exhaust the stack.
      throw EncodingError.invalidValue(
        Value.self,
        EncodingError.Context(
          codingPath: [],
          debugDescription: "the value is nested more than \(greatestDepth) levels deep, which no JSON decoder reads"))
    } catch {
      // Ignore the error, because the format's encoder throws the same error with the complete coding path.
    }
  }

  private struct TooDeep: Error {}

  private static func probe<Value: Encodable>(_ value: Value, in depth: Int) throws {
    if isFlat(Value.self) { return }
    guard depth < greatestDepth else { throw TooDeep() }
    try value.encode(to: NestingProbe(depth: depth + 1))
  }

  /// Whether values of the type never contain nested values. Skipping flat types makes the check cheap.
  private static func isFlat(_ type: Any.Type) -> Bool {
    type == String.self || type == Int.self || type == Double.self || type == Bool.self || type == UUID.self
      || type == Date.self || type == Data.self || type == URL.self || type == Decimal.self || type == [String].self
      || type == [Int].self || type == [Double].self || type == [UInt8].self
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members(depth: depth))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements(depth: depth) }
  func singleValueContainer() -> any SingleValueEncodingContainer { Single(depth: depth) }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let depth: Int

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) {}
    mutating func encode(_ value: Bool, forKey key: Key) {}
    mutating func encode(_ value: String, forKey key: Key) {}
    mutating func encode(_ value: Double, forKey key: Key) {}
    mutating func encode(_ value: Int, forKey key: Key) {}

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try probe(value, in: depth) }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { NestingProbe(depth: depth + 1).container(keyedBy: type) }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Elements(depth: depth + 1) }
    mutating func superEncoder() -> any Encoder { NestingProbe(depth: depth + 1) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { NestingProbe(depth: depth + 1) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let depth: Int
    var count = 0

    init(depth: Int) { self.depth = depth }

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { count += 1 }
    mutating func encode(_ value: Bool) { count += 1 }
    mutating func encode(_ value: String) { count += 1 }
    mutating func encode(_ value: Double) { count += 1 }
    mutating func encode(_ value: Int) { count += 1 }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
      count += 1
      try probe(value, in: depth)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      count += 1
      return NestingProbe(depth: depth + 1).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      count += 1
      return Elements(depth: depth + 1)
    }

    mutating func superEncoder() -> any Encoder {
      count += 1
      return NestingProbe(depth: depth + 1)
    }
  }

  private struct Single: SingleValueEncodingContainer {
    let depth: Int

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() {}
    // Numbers encode themselves by calling the nongeneric overloads. The generic overload would recurse endlessly for
    // numbers.
    mutating func encode(_ value: Bool) {}
    mutating func encode(_ value: String) {}
    mutating func encode(_ value: Double) {}
    mutating func encode(_ value: Float) {}
    mutating func encode(_ value: Int) {}
    mutating func encode(_ value: Int8) {}
    mutating func encode(_ value: Int16) {}
    mutating func encode(_ value: Int32) {}
    mutating func encode(_ value: Int64) {}
    mutating func encode(_ value: UInt) {}
    mutating func encode(_ value: UInt8) {}
    mutating func encode(_ value: UInt16) {}
    mutating func encode(_ value: UInt32) {}
    mutating func encode(_ value: UInt64) {}
    mutating func encode<Value: Encodable>(_ value: Value) throws { try probe(value, in: depth) }
  }
}
