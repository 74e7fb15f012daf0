extension SourceCursor {
  mutating func skipTrivia() {
    while let byte = current {
      if Self.isSpace(byte) { skip() } else if !skipComment() { return }
    }
  }

  /// The number of bytes of white space and comments before the first token.
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

  /// Moves over an identifier and returns its name without back-ticks. Nil if there is none.
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

  /// The word at this position, unless it is in back-ticks. The cursor does not move.
  var word: String? {
    guard let byte = current, Self.isIdentifier(byte) else { return nil }
    var ahead = self
    return ahead.identifier()
  }
}
