/// Encodes a value into its canonical form.
final class CanonicalEncoder: Encoder {
  /// What has been encoded so far. A class, because containers are filled after they were asked for.
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
  /// How many values this one lies in.
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
