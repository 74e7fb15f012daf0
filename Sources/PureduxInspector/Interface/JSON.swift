/// A JSON value to be encoded. The members of an object keep their order.
indirect enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([Member])
  /// A value that is already encoded as JSON.
  case encoded([UInt8])

  struct Member: Equatable, Sendable {
    let name: String
    let value: JSON
  }

  static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
  static func optional(_ number: Int?) -> JSON { number.map { .int($0) } ?? .null }
  static func optional(_ number: Int64?) -> JSON { number.map { .int($0) } ?? .null }

  static func int(_ number: Int) -> JSON { .int(Int64(number)) }

  /// A 64-bit number, regardless of the width of `Int` on the platform.
  static func number(_ number: UInt64) -> JSON { .encoded(Array("\(number)".utf8)) }

  /// An object that omits null members.
  static func compact(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.filter { $0.value != .null }.map { Member(name: $0.key, value: $0.value) })
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func append(to bytes: inout [UInt8]) {
    switch self {
    case .encoded(let json): bytes += json
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .int(let value): bytes += "\(value)".utf8
    // JSON cannot represent infinities or NaN.
    case .double(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
    case .string(let value): Self.quote(value, into: &bytes)
    case .array(let values):
      Self.list("[", "]", values, into: &bytes) { $0.append(to: &$1) }
    case .object(let members):
      Self.list("{", "}", members, into: &bytes) { member, bytes in
        Self.quote(member.name, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
    }
  }

  private static func list<Element>(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ elements: [Element], into bytes: inout [UInt8],
    append: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(element, &bytes)
    }
    bytes.append(UInt8(ascii: close))
  }

  /// Writes a quoted string. Escapes `<`, so that the text can be embedded in HTML. Also escapes characters that
  /// control a terminal or reverse the direction of text.
  private static func quote(_ text: String, into bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    // In UTF-8, the non-ASCII characters that control a terminal or reverse the direction of text begin with one of
    // these bytes. Text without these bytes needs no further check.
    let mayHide = text.utf8.contains { $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }
    let start = bytes.count
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case ..<32, UInt8(ascii: "<"), 127:
        bytes += "\\u00".utf8
        bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    guard mayHide else { return }
    let quoted = PrintableText.json(String(decoding: bytes[start...], as: UTF8.self))
    bytes.replaceSubrange(start..., with: quoted.utf8)
  }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member(name: $0.0, value: $0.1) })
  }
  init(arrayLiteral values: JSON...) { self = .array(values) }
  init(stringLiteral text: String) { self = .string(text) }
  init(integerLiteral number: Int) { self = .int(number) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(nilLiteral: ()) { self = .null }
}
