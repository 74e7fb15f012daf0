extension JSON {
  /// Returns this value as UTF-8, without white space.
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
