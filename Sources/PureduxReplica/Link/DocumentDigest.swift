/// A digest of a value's content, which is equal in all processes.
///
/// A set or a dictionary contributes its elements regardless of their order, which differs in each process. The digest
/// of any other value depends on what the value encodes.
enum DocumentDigest {
  static func of(_ value: some Encodable) throws -> UInt64 {
    let encoder = DigestEncoder([])
    try encoder.add(value)
    return encoder.digest
  }

  /// The names of the properties in which two values of a structure differ.
  static func differences<Value: Encodable>(_ one: Value, _ other: Value) -> [String] {
    guard let whole = try? (of(one), of(other)), whole.0 != whole.1 else { return [] }
    let names = zip(Mirror(reflecting: one).children, Mirror(reflecting: other).children).compactMap { one, other in
      guard let values = (one.value, other.value) as? (any Encodable, any Encodable),
        let digests = try? (of(values.0), of(values.1)), digests.0 != digests.1
      else { return String?.none }
      return one.label
    }
    return names.isEmpty ? ["\(Value.self)"] : names
  }

  fileprivate static func combined(_ values: some Sequence<UInt64>, seed: UInt64) -> UInt64 {
    values.reduce(seed) { IdentitySource.mix($0 ^ IdentitySource.mix($1)) }
  }

  fileprivate static func of(text: String) -> UInt64 {
    // FNV-1a, whose low bits are mixed.
    IdentitySource.mix(text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }
}

/// A collection that encodes its elements in an order that differs in each process.
private protocol UnorderedEncodable {
  func elementDigests() throws -> [UInt64]
}

extension Set: UnorderedEncodable where Element: Encodable {
  fileprivate func elementDigests() throws -> [UInt64] { try map { try DocumentDigest.of($0) } }
}

extension Dictionary: UnorderedEncodable where Key: Encodable, Value: Encodable {
  fileprivate func elementDigests() throws -> [UInt64] {
    try map { DocumentDigest.combined([try DocumentDigest.of($0.key), try DocumentDigest.of($0.value)], seed: 1) }
  }
}

/// Computes the digest of one value. Containers of the value add to the same encoder, in order.
private final class DigestEncoder: Encoder {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  /// The digests of the fields of a keyed container, by their names: fields may be encoded in any order.
  private var fields: [String: DigestEncoder] = [:]
  private var elements: [DigestEncoder] = []
  private var scalar: UInt64 = 0

  init(_ path: [any CodingKey]) { codingPath = path }

  var digest: UInt64 {
    let named = fields.sorted { $0.key < $1.key }.map { name, field in
      DocumentDigest.combined([DocumentDigest.of(text: name), field.digest], seed: 2)
    }
    return DocumentDigest.combined(named + elements.map(\.digest), seed: scalar)
  }

  func add(_ value: some Encodable) throws {
    if let unordered = value as? any UnorderedEncodable {
      addWord(DocumentDigest.combined(try unordered.elementDigests().sorted(), seed: 3))
    } else {
      try value.encode(to: self)
    }
  }

  func addWord(_ word: UInt64) { scalar = DocumentDigest.combined([word], seed: scalar) }

  func field(_ key: any CodingKey) -> DigestEncoder {
    let field = fields[key.stringValue] ?? DigestEncoder(codingPath + [key])
    fields[key.stringValue] = field
    return field
  }

  func element() -> DigestEncoder {
    elements.append(DigestEncoder(codingPath))
    return elements[elements.count - 1]
  }

  var elementCount: Int { elements.count }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(DigestFields(encoder: self))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { DigestElements(encoder: self) }
  func singleValueContainer() -> any SingleValueEncodingContainer { DigestScalar(encoder: self) }
}

private struct DigestFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: DigestEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { encoder.field(key).addWord(4) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try encoder.field(key).add(value) }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested>
  {
    encoder.field(key).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.field(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.field(key) }
}

private struct DigestElements: UnkeyedEncodingContainer {
  let encoder: DigestEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.elementCount }

  func encodeNil() { encoder.element().addWord(4) }
  func encode(_ value: some Encodable) throws { try encoder.element().add(value) }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder.element().container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.element().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder.element() }
}

private struct DigestScalar: SingleValueEncodingContainer {
  let encoder: DigestEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.addWord(4) }
  func encode(_ value: Bool) { encoder.addWord(value ? 6 : 5) }
  func encode(_ value: String) { encoder.addWord(DocumentDigest.of(text: value)) }
  func encode(_ value: Double) { encoder.addWord(value.bitPattern) }
  func encode(_ value: Float) { encoder.addWord(UInt64(value.bitPattern)) }
  func encode(_ value: Int) { add(value) }
  func encode(_ value: Int8) { add(value) }
  func encode(_ value: Int16) { add(value) }
  func encode(_ value: Int32) { add(value) }
  func encode(_ value: Int64) { add(value) }
  func encode(_ value: UInt) { add(value) }
  func encode(_ value: UInt8) { add(value) }
  func encode(_ value: UInt16) { add(value) }
  func encode(_ value: UInt32) { add(value) }
  func encode(_ value: UInt64) { add(value) }
  func encode(_ value: some Encodable) throws { try encoder.add(value) }

  private func add(_ number: some BinaryInteger) { encoder.addWord(UInt64(truncatingIfNeeded: number)) }
}
