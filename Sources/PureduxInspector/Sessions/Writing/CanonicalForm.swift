internal import Foundation

/// The bytes of an `Encodable` value that are the same in every process: members in the order of their names, elements of
/// sets and entries of dictionaries in the order of their bytes.
indirect enum CanonicalForm {
  case scalar([UInt8])
  case list([CanonicalForm])
  case members([String: CanonicalForm])
  /// Parts whose order differs from process to process.
  case unordered([CanonicalForm])

  static func bytes(of value: any Encodable) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try form(of: value, at: []).append(to: &bytes)
    return bytes
  }

  static func form(of value: any Encodable, at path: [any CodingKey]) throws -> CanonicalForm {
    if let scalar = scalar(value) { return scalar }
    if let unordered = value as? any UnorderedValue { return .unordered(try unordered.canonicalParts(at: path)) }
    let encoder = CanonicalEncoder(codingPath: path)
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
      // With its length, so that no two values have the same bytes.
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
    }
  }
}

/// A collection whose order says nothing.
private protocol UnorderedValue {
  func canonicalParts(at path: [any CodingKey]) throws -> [CanonicalForm]
}

extension Set: UnorderedValue where Element: Encodable {
  fileprivate func canonicalParts(at path: [any CodingKey]) throws -> [CanonicalForm] {
    try map { try CanonicalForm.form(of: $0, at: path) }
  }
}

extension Dictionary: UnorderedValue where Key: Encodable, Value: Encodable {
  fileprivate func canonicalParts(at path: [any CodingKey]) throws -> [CanonicalForm] {
    try map { .list([try CanonicalForm.form(of: $0, at: path), try CanonicalForm.form(of: $1, at: path)]) }
  }
}
