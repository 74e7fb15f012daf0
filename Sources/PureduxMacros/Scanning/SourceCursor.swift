/// A position in Swift source code that advances token by token.
///
/// The cursor is not a parser: the compiler has already parsed the source, so the cursor only finds where the parts of
/// a declaration begin and end. Scanning terminates on any input, and never traps.
struct SourceCursor {
  private let bytes: [UInt8]
  /// The current recursion depth inside nested brackets.
  private var depth = 0
  /// The number of bytes that backtracking may still reread.
  private var budget = 500_000
  /// Whether the source exceeded a limit. If so, the cursor is at the end of the source.
  private(set) var hasGivenUp = false

  private(set) var index = 0

  init(_ source: String) { bytes = Array(source.utf8) }

  var current: UInt8? { peek(0) }

  func peek(_ distance: Int) -> UInt8? {
    let position = index + distance
    return position >= 0 && position < bytes.count ? bytes[position] : nil
  }

  func isAt(_ scalar: Unicode.Scalar) -> Bool { current == UInt8(ascii: scalar) }

  func isAt(_ text: StaticString, after distance: Int = 0) -> Bool {
    let position = index + distance
    guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[position..<position + $0.count].elementsEqual($0) }
  }

  mutating func skip(_ count: Int = 1) { index = min(index + count, bytes.count) }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard isAt(scalar) else { return false }
    skip()
    return true
  }

  /// Returns to an earlier position after failed lookahead.
  mutating func goBack(to start: Int) {
    budget -= index - start
    index = start
    if budget < 0 { giveUp() }
  }

  mutating func descend(_ body: (inout SourceCursor) -> Void) {
    guard depth < 100 else { return giveUp() }
    depth += 1
    body(&self)
    depth -= 1
  }

  private mutating func giveUp() {
    hasGivenUp = true
    index = bytes.count
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0 }

  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Treats non-ASCII bytes as part of an identifier. Non-ASCII operators never occur where an identifier is expected.
  static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}

extension SourceCursor {
  mutating func skipTrivia() {
    while let byte = current {
      if Self.isSpace(byte) { skip() } else if !skipComment() { return }
    }
  }

  /// The offset of the first token, after leading white space and comments.
  static func firstToken(of source: String) -> Int {
    var cursor = SourceCursor(source)
    cursor.skipTrivia()
    return cursor.index
  }

  mutating func skipComment() -> Bool {
    if isAt("//") {
      while let byte = current, !Self.isLineEnd(byte) { skip() }
      return true
    }
    guard isAt("/*") else { return false }
    var open = 0
    repeat {
      if isAt("/*") {
        open += 1
        skip(2)
      } else if isAt("*/") {
        open -= 1
        skip(2)
      } else {
        skip()
      }
    } while open > 0 && current != nil
    return true
  }

  /// Skips an identifier and returns its name without backticks. Returns nil if there is no identifier.
  mutating func identifier() -> String? {
    let start = index
    if take("`") {
      while let byte = current, byte != UInt8(ascii: "`") { skip() }
      guard take("`") else {
        goBack(to: start)
        return nil
      }
      return text(start + 1..<index - 1)
    }
    while let byte = current, Self.isIdentifier(byte) { skip() }
    return start == index ? nil : text(start..<index)
  }

  /// The word at this position, unless it is in backticks. Reading the word does not move the cursor.
  var word: String? {
    guard let byte = current, Self.isIdentifier(byte) else { return nil }
    var ahead = self
    return ahead.identifier()
  }
}
