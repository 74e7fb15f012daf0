/// A JSON value in the compiler's messages.
///
/// Numbers are stored as text, so that no precision is lost.
enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  struct Member: Equatable, Sendable {
    var name: String
    var value: JSON
  }

  /// The member with this name; nil if the member is absent or null, or if this value is not an object.
  subscript(name: String) -> JSON? {
    guard let value = members?.last(where: { $0.name == name })?.value, value != .null else { return nil }
    return value
  }

  var string: String? { if case .string(let value) = self { value } else { nil } }
  var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
  var elements: [JSON]? { if case .array(let value) = self { value } else { nil } }
  var members: [Member]? { if case .object(let value) = self { value } else { nil } }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(nilLiteral: ()) { self = .null }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number(String(value)) }
  init(stringLiteral value: String) { self = .string(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral members: (String, JSON)...) { self = .object(members.map { Member(name: $0, value: $1) }) }
}

extension JSON {
  /// Returns this value as JSON text in UTF-8, without white space.
  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let value): Self.write(value, to: &bytes)
    case .array(let elements):
      Self.write(elements, between: "[", and: "]", to: &bytes) { $0.write(to: &$1) }
    case .object(let members):
      Self.write(members, between: "{", and: "}", to: &bytes) { member, bytes in
        Self.write(member.name, to: &bytes)
        bytes += ":".utf8
        member.value.write(to: &bytes)
      }
    }
  }

  private static func write<Part>(
    _ parts: [Part], between opening: String, and closing: String, to bytes: inout [UInt8],
    _ writePart: (Part, inout [UInt8]) -> Void
  ) {
    bytes += opening.utf8
    for (index, part) in parts.enumerated() {
      if index > 0 { bytes += ",".utf8 }
      writePart(part, &bytes)
    }
    bytes += closing.utf8
  }

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes += "\"".utf8
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case ..<0x10: bytes += "\\u000\(String(byte, radix: 16))".utf8
      case ..<0x20, 0x7F: bytes += "\\u00\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes += "\"".utf8
  }
}

extension JSON {
  /// Decodes the single value in `bytes`, or throws a `ProtocolError` that describes the first mistake.
  init(decoding bytes: [UInt8]) throws {
    var reader = JSONReader(bytes)
    self = try reader.document()
  }
}

private struct JSONReader {
  /// The maximum nesting depth: deeper than any message, and shallow enough for the smallest stack.
  private static let deepest = 200

  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws -> JSON {
    let value = try value(depth: 0)
    guard peek() == nil else { throw malformed("there is data after the value") }
    return value
  }

  private mutating func value(depth: Int) throws -> JSON {
    guard depth < Self.deepest else { throw malformed("nested too deeply") }
    switch peek() {
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "["):
      return .array(try list(until: "]") { reader in try reader.value(depth: depth + 1) })
    case UInt8(ascii: "{"):
      return .object(
        try list(until: "}") { reader in
          guard reader.peek() == UInt8(ascii: "\"") else { throw reader.malformed("a member has no name") }
          let name = try reader.string()
          guard reader.take(":") else { throw reader.malformed("a ':' is missing") }
          return Member(name: name, value: try reader.value(depth: depth + 1))
        })
    case .some: return .number(try number())
    case nil: throw malformed("it is incomplete")
    }
  }

  private typealias Member = JSON.Member

  private mutating func list<Part>(
    until closing: Unicode.Scalar, _ part: (inout JSONReader) throws -> Part
  ) throws -> [Part] {
    index += 1
    var parts: [Part] = []
    if take(closing) { return parts }
    repeat { parts.append(try part(&self)) } while take(",")
    guard take(closing) else { throw malformed("a '\(closing)' is missing") }
    return parts
  }

  private mutating func literal(_ text: String, _ value: JSON) throws -> JSON {
    guard bytes[index...].starts(with: text.utf8) else { throw malformed("there is an unexpected character") }
    index += text.utf8.count
    return value
  }

  private mutating func number() throws -> String {
    let start = index
    while index < bytes.count, "0123456789+-.eE".utf8.contains(bytes[index]) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let isBare = text.first == "+" || text.last.map { "0123456789".contains($0) } != true
    guard !isBare, Double(text) != nil else {
      throw malformed("there is an unexpected character")
    }
    return text
  }

  /// Reads the string that begins with the quotation mark at this position.
  private mutating func string() throws -> String {
    index += 1
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += String(try escaped()).utf8
      case ..<0x20: throw malformed("there is a control character in a string")
      default: text.append(byte)
      }
    }
    throw malformed("a string is not terminated")
  }

  private mutating func escaped() throws -> Unicode.Scalar {
    guard index < bytes.count else { throw malformed("a string is not terminated") }
    defer { index += 1 }
    switch bytes[index] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try codePoint()
    default: throw malformed("an unknown escape")
    }
  }

  /// Reads the code point of an escape, beginning at the `u`. An unpaired surrogate becomes the replacement character.
  private mutating func codePoint() throws -> Unicode.Scalar {
    let first = try codeUnit()
    let hasSecond = bytes[(index + 1)...].starts(with: "\\u".utf8)
    guard UTF16.isLeadSurrogate(first), hasSecond else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    index += 2
    let second = try codeUnit()
    guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
    let high = UInt32(first - 0xD800) << 10
    return Unicode.Scalar(0x10000 + high + UInt32(second - 0xDC00)) ?? "\u{FFFD}"
  }

  /// Reads the four hexadecimal digits after the `u`, and stops at the last digit.
  private mutating func codeUnit() throws -> UInt16 {
    let digits = bytes[(index + 1)...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw malformed("an unknown escape") }
    index += 4
    return unit
  }

  /// Skips white space, and returns the next byte without consuming it.
  private mutating func peek() -> UInt8? {
    while index < bytes.count, " \n\r\t".utf8.contains(bytes[index]) { index += 1 }
    return index < bytes.count ? bytes[index] : nil
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: scalar) else { return false }
    index += 1
    return true
  }

  private func malformed(_ reason: String) -> ProtocolError {
    ProtocolError("a message is not JSON: at byte \(index), \(reason)")
  }
}

/// The reason why no further message can be exchanged with the compiler.
struct ProtocolError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
