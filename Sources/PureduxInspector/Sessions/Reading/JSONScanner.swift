/// Scans encoded JSON.
struct JSONScanner {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  private var byte: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte, byte == 32 || (9...13).contains(byte) { position += 1 }
  }

  mutating func take(_ character: Unicode.Scalar) throws {
    skipSpace()
    guard byte == UInt8(ascii: character) else { throw JSONSlice.Unexpected() }
    position += 1
    skipSpace()
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    position += 1
    skipSpace()
    return true
  }

  /// Scans an array or object that extends to the last byte, and calls `part` for each element.
  mutating func list(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ part: (inout JSONScanner) throws -> Void) throws
  {
    try take(open)
    if !takes(close) {
      repeat {
        try part(&self)
        skipSpace()
      } while takes(",")
      try take(close)
    }
    guard isAtEnd else { throw JSONSlice.Unexpected() }
  }

  mutating func int() throws -> Int64 {
    let isNegative = takes("-")
    var number: Int64 = 0
    let start = position
    while let byte, (48...57).contains(byte) {
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let digit = Int64(byte) - 48
      let (sum, overflows) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if isTooLarge || overflows { throw JSONSlice.Unexpected() }
      number = sum
      position += 1
    }
    guard position > start else { throw JSONSlice.Unexpected() }
    return number
  }

  /// Returns the bytes of the next JSON value, regardless of its type.
  mutating func value() throws -> ArraySlice<UInt8> {
    let start = position
    var depth = 0
    repeat {
      guard let byte else { throw JSONSlice.Unexpected() }
      switch byte {
      case UInt8(ascii: "\""): try skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        position += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        guard depth > 0 else { throw JSONSlice.Unexpected() }
        position += 1
      default: skipWord()
      }
      if depth > 0 { skipSpace() }
    } while depth > 0
    guard depth == 0, position > start else { throw JSONSlice.Unexpected() }
    return bytes[start..<position]
  }

  /// Skips a number or one of the JSON literals `true`, `false` and `null`.
  private mutating func skipWord() {
    let ends = Array(",:{}[]\" \n\t\r".utf8)
    repeat { position += 1 } while byte.map { !ends.contains($0) } == true
  }

  private mutating func skipString() throws {
    position += 1
    while let byte, byte != UInt8(ascii: "\"") {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < bytes.endIndex else { throw JSONSlice.Unexpected() }
    position += 1
  }

  mutating func string() throws -> String {
    skipSpace()
    let start = position
    guard byte == UInt8(ascii: "\"") else { throw JSONSlice.Unexpected() }
    try skipString()
    let content = bytes[start + 1..<position - 1]
    guard content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self) }
    return try Self.unescaped(content)
  }

  private static func unescaped(_ content: ArraySlice<UInt8>) throws -> String {
    var units: [UInt16] = []
    var iterator = String(decoding: content, as: UTF8.self).utf16.makeIterator()
    while let unit = iterator.next() {
      guard unit == 0x5c else {
        units.append(unit)
        continue
      }
      switch iterator.next().flatMap(Unicode.Scalar.init) {
      case "n": units.append(10)
      case "t": units.append(9)
      case "r": units.append(13)
      case "b": units.append(8)
      case "f": units.append(12)
      case "u":
        let digits = (0..<4).compactMap { _ in iterator.next().flatMap(Unicode.Scalar.init) }
        guard digits.count == 4, let code = UInt16(String(String.UnicodeScalarView(digits)), radix: 16) else {
          throw JSONSlice.Unexpected()
        }
        units.append(code)
      case .some(let other) where "\"\\/".unicodeScalars.contains(other): units.append(UInt16(other.value))
      default: throw JSONSlice.Unexpected()
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
