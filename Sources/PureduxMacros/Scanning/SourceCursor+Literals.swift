extension SourceCursor {
  /// Skips the string or regular-expression literal at this position. Returns false if there is no such literal.
  mutating func skipLiteral(regexMayBegin: Bool) -> Bool {
    if isAt("\"") {
      skipString(pounds: 0)
      return true
    }
    if isAt("/") { return regexMayBegin && skipPlainRegex() }
    guard isAt("#") else { return false }
    let pounds = poundCount(after: 0)
    switch peek(pounds) {
    case UInt8(ascii: "\""): skipString(pounds: pounds)
    case UInt8(ascii: "/"): skipExtendedRegex(pounds: pounds)
    default: return false
    }
    return true
  }

  private mutating func skipString(pounds: Int) {
    skip(pounds)
    let quotes = opensMultilineString(pounds: pounds) ? 3 : 1
    skip(quotes)
    while let byte = current {
      if byte == UInt8(ascii: "\\"), poundCount(after: 1) >= pounds {
        skip(1 + pounds)
        if isAt("(") { skipBracketed() } else { skip() }
      } else if byte == UInt8(ascii: "\""), quotes == 1 || isAt("\"\"\""), poundCount(after: quotes) >= pounds {
        return skip(quotes + pounds)
      } else if quotes == 1, Self.isLineEnd(byte) {
        return
      } else {
        skip()
      }
    }
  }

  /// Three quotation marks open a multi-line string, except that `#"""#` is a string that contains one quotation mark.
  private func opensMultilineString(pounds: Int) -> Bool {
    guard isAt("\"\"\"") else { return false }
    guard pounds > 0 else { return true }
    var ahead = self
    ahead.skip()
    while let byte = ahead.current, !Self.isLineEnd(byte) {
      if byte == UInt8(ascii: "\""), ahead.poundCount(after: 1) >= pounds { return false }
      ahead.skip()
    }
    return true
  }

  func poundCount(after distance: Int) -> Int {
    var count = 0
    while peek(distance + count) == UInt8(ascii: "#") { count += 1 }
    return count
  }

  /// Skips an extended regular expression, from `#/` to the `/#` with the same number of pound signs.
  private mutating func skipExtendedRegex(pounds: Int) {
    skip(pounds + 1)
    while let byte = current {
      if byte == UInt8(ascii: "\\") {
        skip(2)
      } else if byte == UInt8(ascii: "/"), poundCount(after: 1) >= pounds {
        return skip(1 + pounds)
      } else {
        skip()
      }
    }
  }

  /// Skips a regular expression that begins with the `/` at this position and ends on the same line. Returns false if
  /// the `/` does not begin a regular expression.
  private mutating func skipPlainRegex() -> Bool {
    let start = index
    skip()
    guard let first = current, !Self.isSpace(first), first != UInt8(ascii: "/"), first != UInt8(ascii: "*") else {
      goBack(to: start)
      return false
    }
    var groups = 0
    var isInClass = false
    search: while let byte = current, !Self.isLineEnd(byte) {
      switch byte {
      case UInt8(ascii: "\\"): skip()
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: groups += 1
      case UInt8(ascii: ")") where !isInClass:
        groups -= 1
        if groups < 0 { break search }
      case UInt8(ascii: "/"):
        if let last = peek(-1), Self.isSpace(last) { break search }
        skip()
        return true
      default: break
      }
      skip()
    }
    goBack(to: start)
    return false
  }
}
