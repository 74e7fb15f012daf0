internal import Foundation

/// The bytes of an `Encodable` value that are the same in every process: members in the order of their names, elements of
/// sets and entries of dictionaries in the order of their bytes.
///
/// An `Encodable` value is encoded by calls inside of calls. So that no depth of it exhausts the stack, what lies deeper than
/// `greatestDepth` is replaced by a mark.
indirect enum CanonicalForm {
  case scalar([UInt8])
  case list([CanonicalForm])
  case members([String: CanonicalForm])
  /// Parts whose order differs from process to process.
  case unordered([CanonicalForm])
  /// Stands in the place of what lies too deep.
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

  /// Whether nothing of a value lies too deep to be encoded on any stack.
  static func isShallow(_ value: any Encodable) -> Bool {
    (try? form(of: value, at: [], depth: 0))?.isWhole ?? true
  }

  /// Whether nothing lies too deep.
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
    case .tooDeep: bytes.append(UInt8(ascii: "~"))
    }
  }
}

/// A collection whose order says nothing.
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
