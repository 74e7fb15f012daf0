internal import Foundation

/// An encoding of `Encodable` values that yields the same bytes in every process.
///
/// The members of an object are ordered by name. The elements of sets and the entries of dictionaries are ordered by
/// their encoded bytes.
///
/// Encoding is recursive. To prevent a stack overflow, values nested more deeply than `greatestDepth` are replaced by a
/// marker.
indirect enum CanonicalForm {
  case scalar([UInt8])
  case list([CanonicalForm])
  case members([String: CanonicalForm])
  /// The elements of a collection without a meaningful order, such as a set.
  case unordered([CanonicalForm])
  /// A marker that replaces a value nested too deeply.
  case tooDeep

  static let greatestDepth = 128

  static func bytes(of value: any Encodable) throws -> [UInt8] {
    try form(of: value, at: [], depth: 0).bytes
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// Whether a value is shallow enough to be encoded without exhausting any thread's stack.
  static func isShallow(_ value: any Encodable) -> Bool {
    (try? form(of: value, at: [], depth: 0))?.isWhole ?? true
  }

  /// Whether the encoding is complete, that is, without markers for values nested too deeply.
  var isWhole: Bool {
    switch self {
    case .scalar: true
    case .list(let parts), .unordered(let parts): parts.allSatisfy(\.isWhole)
    case .members(let members): members.values.allSatisfy(\.isWhole)
    case .tooDeep: false
    }
  }

  static func form(of value: any Encodable, at path: [any CodingKey], depth: Int) throws -> CanonicalForm {
    if let scalar = scalar(value) { return scalar }
    guard depth < greatestDepth else { return .tooDeep }
    if let unordered = value as? any UnorderedValue {
      return .unordered(try unordered.canonicalParts(at: path, depth: depth + 1))
    }
    let encoder = CanonicalEncoder(codingPath: path, depth: depth + 1)
    try value.encode(to: encoder)
    return encoder.content.form
  }

  private static func scalar(_ value: any Encodable) -> CanonicalForm? {
    switch value {
    case let value as Int: .text("\(value)")
    case let value as String: .text(value)
    case let value as Bool: .text(value ? "true" : "false")
    case let value as Double: .text("\(value)")
    case let value as Float: .text("\(value)")
    case let value as any BinaryInteger: .text("\(value)")
    default: nil
    }
  }

  private static func text(_ text: String) -> CanonicalForm { .scalar(Array(text.utf8)) }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .scalar(let scalar):
      // The length prefix makes the encoding unambiguous.
      bytes.append(decimal: scalar.count)
      bytes.append(UInt8(ascii: ":"))
      bytes += scalar
    case .list(let parts):
      bytes.append(UInt8(ascii: "["))
      for part in parts { part.append(to: &bytes) }
      bytes.append(UInt8(ascii: "]"))
    case .members(let members):
      bytes.append(UInt8(ascii: "{"))
      for (name, part) in members.sorted(by: { $0.key < $1.key }) {
        Self.text(name).append(to: &bytes)
        part.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .unordered(let parts):
      let sorted = parts.map { part -> [UInt8] in
        var bytes: [UInt8] = []
        part.append(to: &bytes)
        return bytes
      }
      .sorted { $0.lexicographicallyPrecedes($1) }
      Self.list(sorted.map { .scalar($0) }).append(to: &bytes)
    case .tooDeep: bytes.append(UInt8(ascii: "~"))
    }
  }
}

/// A collection without a meaningful order.
private protocol UnorderedValue {
  func canonicalParts(at path: [any CodingKey], depth: Int) throws -> [CanonicalForm]
}

extension Set: UnorderedValue where Element: Encodable {
  fileprivate func canonicalParts(at path: [any CodingKey], depth: Int) throws -> [CanonicalForm] {
    try map { try CanonicalForm.form(of: $0, at: path, depth: depth) }
  }
}

extension Dictionary: UnorderedValue where Key: Encodable, Value: Encodable {
  fileprivate func canonicalParts(at path: [any CodingKey], depth: Int) throws -> [CanonicalForm] {
    try map {
      .list([
        try CanonicalForm.form(of: $0, at: path, depth: depth), try CanonicalForm.form(of: $1, at: path, depth: depth),
      ])
    }
  }
}

/// Encodes a value in its canonical form.
final class CanonicalEncoder: Encoder {
  /// The values encoded so far. A class, because an encoding container is filled after the encoder returns it.
  final class Content {
    enum Kind {
      case nothing
      case form(CanonicalForm)
      case list([Content])
      case members([String: Content])
    }

    var kind = Kind.nothing

    init() {}
    init(_ form: CanonicalForm) { kind = .form(form) }

    var form: CanonicalForm {
      switch kind {
      case .nothing: .members([:])
      case .form(let form): form
      case .list(let parts): .list(parts.map(\.form))
      case .members(let members): .members(members.mapValues(\.form))
      }
    }
  }

  let content: Content
  let codingPath: [any CodingKey]
  /// The nesting depth of the encoded value.
  private let depth: Int
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ content: Content = Content(), codingPath: [any CodingKey], depth: Int) {
    self.content = content
    self.codingPath = codingPath
    self.depth = depth
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .members = content.kind {} else { content.kind = .members([:]) }
    return KeyedEncodingContainer(Members(content: content, codingPath: codingPath, depth: depth))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .list = content.kind {} else { content.kind = .list([]) }
    return Elements(content: content, codingPath: codingPath, depth: depth)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    Single(content: content, codingPath: codingPath, depth: depth)
  }

  private static let null = CanonicalForm.list([])

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let content: Content
    let codingPath: [any CodingKey]
    let depth: Int

    private func add(_ part: Content, _ name: String) -> Content {
      if case .members(var members) = content.kind {
        content.kind = .nothing
        members[name] = part
        content.kind = .members(members)
      }
      return part
    }

    private func encoder(_ name: String, _ key: (any CodingKey)?) -> CanonicalEncoder {
      CanonicalEncoder(add(Content(), name), codingPath: codingPath + (key.map { [$0] } ?? []), depth: depth + 1)
    }

    mutating func encodeNil(forKey key: Key) { _ = add(Content(CanonicalEncoder.null), key.stringValue) }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      _ = add(Content(try CanonicalForm.form(of: value, at: codingPath + [key], depth: depth)), key.stringValue)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder(key.stringValue, key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder(key.stringValue, key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder("super", nil) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key.stringValue, key) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let content: Content
    let codingPath: [any CodingKey]
    let depth: Int

    var count: Int { if case .list(let parts) = content.kind { parts.count } else { 0 } }

    private func add(_ part: Content) -> Content {
      if case .list(var parts) = content.kind {
        content.kind = .nothing
        parts.append(part)
        content.kind = .list(parts)
      }
      return part
    }

    mutating func encodeNil() { _ = add(Content(CanonicalEncoder.null)) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
      _ = add(Content(try CanonicalForm.form(of: value, at: codingPath, depth: depth)))
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      superEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder {
      CanonicalEncoder(add(Content()), codingPath: codingPath, depth: depth + 1)
    }
  }

  private struct Single: SingleValueEncodingContainer {
    let content: Content
    let codingPath: [any CodingKey]
    let depth: Int

    mutating func encodeNil() { content.kind = .form(CanonicalEncoder.null) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
      content.kind = .form(try CanonicalForm.form(of: value, at: codingPath, depth: depth))
    }
  }
}
