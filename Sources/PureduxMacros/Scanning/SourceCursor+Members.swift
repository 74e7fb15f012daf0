// Members follow one another without a separator, so the end of a property is where its type, or its initial value,
// cannot continue.
extension SourceCursor {
  /// Advances past the `{` that opens the body of a type.
  mutating func skipHeader() {
    while let byte = current, !take("{") {
      if skipComment() { continue }
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { skipBracketed() } else { skip() }
    }
  }

  /// The position of the next occurrence of a word outside backticks and comments. The search does not move the cursor.
  func nextWord(_ wanted: String) -> Int? {
    var ahead = self
    while let byte = ahead.current {
      if ahead.skipComment() { continue }
      let start = ahead.index
      guard let word = ahead.identifier() else {
        ahead.skip()
        continue
      }
      if word == wanted, byte != UInt8(ascii: "`") { return start }
    }
    return nil
  }

  /// Skips the type of a member, and returns the end of the type, excluding trailing white space and comments.
  mutating func skipTypeOfMember() -> Int {
    var end = index
    repeat {
      skipPrefixesOfType()
      if isAt("(") || isAt("[") {
        skipBracketed()
      } else if identifier() == nil {
        return end
      }
      end = index
    } while skipSuffixesOfType(&end)
    return end
  }

  /// Skips attributes and words such as `any` at the start of a type.
  private mutating func skipPrefixesOfType() {
    while true {
      skipTrivia()
      if take("@") {
        while identifier() != nil, take(".") {}
        // A parenthesis after a space begins the parameters of a function type, not an attribute's arguments.
        if isAt("(") { skipBracketed() }
      } else if let word, Self.wordsBeforeTypes.contains(word) {
        _ = identifier()
      } else if !take("~") {
        return
      }
    }
  }

  /// Skips the suffixes of a name or of brackets in a type, such as `?` or `.Member`. Returns whether another type is
  /// expected next.
  private mutating func skipSuffixesOfType(_ end: inout Int) -> Bool {
    while true {
      while take("?") || take("!") { end = index }
      skipTrivia()
      switch current {
      case UInt8(ascii: "<"):
        guard skipGenericArguments() else { return false }
        end = index
      case UInt8(ascii: "."):
        skip()
        skipTrivia()
        _ = identifier()
        end = index
      case UInt8(ascii: "&"):
        skip()
        return true
      case UInt8(ascii: "-") where isAt("->"):
        skip(2)
        return true
      case _ where word == "async" || word == "throws":
        _ = identifier()
        if isAt("(") { skipBracketed() }
      default: return false
      }
    }
  }

  /// Skips the initial value of a member, and returns its end, excluding trailing white space and comments.
  mutating func skipValueOfMember() -> Int {
    var end = index
    var expectsOperand = true
    // The `{` after a condition opens the body of an `if` or `switch` expression.
    var isInCondition = false
    while true {
      skipTrivia()
      guard let byte = current, isInCondition || !endsValue(byte, expectsOperand) else { return end }
      let word = word
      if byte == UInt8(ascii: "{") {
        if !expectsOperand, !isInCondition, opensObservers { return end }
        skipBracketed()
        isInCondition = false
        expectsOperand = false
      } else if !expectsOperand, word == "as" || word == "is" {
        _ = identifier()
        if !take("?") { _ = take("!") }
        _ = skipTypeOfMember()
      } else if skipOperator(after: &expectsOperand) {
        // Nothing else to skip.
      } else {
        if word == "if" || word == "switch" { isInCondition = true }
        expectsOperand = skipToken(expectsOperand: expectsOperand, mayHaveArguments: true)
      }
      end = index
    }
  }

  /// Whether a value ends before this token: two operands without an operator between them belong to two members.
  private func endsValue(_ byte: UInt8, _ expectsOperand: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "}"), UInt8(ascii: "@"): return true
    case UInt8(ascii: "#"): return !expectsOperand || isAtCondition
    case UInt8(ascii: "`"): return !expectsOperand
    case _ where Self.isIdentifier(byte):
      guard let word, !Self.wordsOfMembers.contains(word) else { return true }
      if expectsOperand || ["as", "is", "else"].contains(word) { return false }
      // The label of a closure that follows another closure.
      var ahead = self
      _ = ahead.identifier()
      ahead.skipTrivia()
      return !ahead.isAt(":")
    default: return false
    }
  }

  /// Skips an operator that is not a single token of an expression. An operator that touches only the operand before it
  /// is a postfix operator, after which no operand is expected.
  private mutating func skipOperator(after expectsOperand: inout Bool) -> Bool {
    guard let byte = current, "+-*%^&|~=>".utf8.contains(byte) || isAt("..") else { return false }
    let touchesOperand = !expectsOperand && peek(-1).map(Self.isSpace) == false
    while let byte = current, "/=-+!*%<>&|^~?.".utf8.contains(byte), !isAt("//"), !isAt("/*") { skip() }
    expectsOperand = !touchesOperand || current.map { !Self.isSpace($0) && !",;)]}".utf8.contains($0) } == true
    return true
  }

  private static let wordsBeforeTypes: Set<String> = [
    "any", "borrowing", "consuming", "each", "repeat", "sending", "some",
  ]

  /// Words that begin a member, and that are not names unless they are in backticks.
  private static let wordsOfMembers: Set<String> = [
    "case", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "internal", "let",
    "private", "protocol", "public", "static", "struct", "subscript", "typealias", "var",
  ]
}
