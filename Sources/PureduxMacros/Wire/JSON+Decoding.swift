extension JSON {
  /// Decodes the one value in `bytes`, or throws a `ProtocolError` that describes the first mistake.
  init(decoding bytes: [UInt8]) throws {
    var reader = JSONReader(bytes)
    self = try reader.document()
  }
}

private struct JSONReader {
  /// Deeper than any message, and shallow enough for the smallest stack.
  private static let deepest = 200

  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws -> JSON {
    let value = try value(depth: 0)
    guard peek() == nil else { throw malformed("something follows the value") }
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
    case nil: throw malformed("it ends too early")
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
    guard bytes[index...].starts(with: text.utf8) else { throw malformed("no value begins like that") }
    index += text.utf8.count
    return value
  }

  private mutating func number() throws -> String {
    let start = index
    while index < bytes.count, "0123456789+-.eE".utf8.contains(bytes[index]) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let isBare = text.first == "+" || text.last.map { "0123456789".contains($0) } != true
    guard !isBare, Double(text) != nil else {
      throw malformed("no value begins like that")
    }
    return text
  }

  /// At a quotation mark: reads the string up to the next one.
  private mutating func string() throws -> String {
    index += 1
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += String(try escaped()).utf8
      case ..<0x20: throw malformed("a control character stands in a string")
      default: text.append(byte)
      }
    }
    throw malformed("a string does not end")
  }

  private mutating func escaped() throws -> Unicode.Scalar {
    guard index < bytes.count else { throw malformed("a string does not end") }
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

  /// At the `u` of an escape. Half a surrogate pair becomes the replacement character.
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

  /// At the `u`: reads four digits and stops at the last one.
  private mutating func codeUnit() throws -> UInt16 {
    let digits = bytes[(index + 1)...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw malformed("an unknown escape") }
    index += 4
    return unit
  }

  /// The next byte that is not white space.
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
