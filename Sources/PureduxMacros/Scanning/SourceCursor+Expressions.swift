extension SourceCursor {
  /// Advances from an opening bracket past the matching closing bracket.
  mutating func skipBracketed() {
    descend { cursor in
      var closings: [UInt8] = []
      var expectsOperand = true
      repeat {
        guard let byte = cursor.current else { return }
        if let closing = Self.closing(byte) {
          closings.append(closing)
          cursor.skip()
          expectsOperand = true
        } else if Self.isClosing(byte) {
          if closings.last == byte { closings.removeLast() }
          cursor.skip()
          expectsOperand = false
        } else {
          expectsOperand = cursor.skipToken(expectsOperand: expectsOperand, mayHaveArguments: false)
        }
      } while !closings.isEmpty
    }
  }

  /// Skips a property's initial value. The value ends at a `,`, at the `{` that opens the property's observers, or at
  /// the end of the source.
  ///
  /// Returns the end of the value, excluding trailing white space and comments.
  mutating func skipInitialValue() -> Int {
    var end = index
    var expectsOperand = true
    var isInCondition = false
    while true {
      skipTrivia()
      guard let byte = current else { return end }
      if byte == UInt8(ascii: "{") {
        if !expectsOperand, !isInCondition, opensObservers { return end }
        skipBracketed()
        expectsOperand = false
        isInCondition = false
      } else if byte == UInt8(ascii: ","), !isInCondition {
        return end
      } else {
        if word == "if" { isInCondition = true }
        expectsOperand = skipToken(expectsOperand: expectsOperand, mayHaveArguments: true)
      }
      end = index
    }
  }

  /// Whether the `{` at this position opens accessors. The compiler checks for the same keywords.
  var opensObservers: Bool {
    var ahead = self
    ahead.skip()
    _ = ahead.attributes()
    let name = ahead.identifier()
    ahead.skipTrivia()
    return name == "willSet" || name == "didSet" || (name == "init" && ahead.isAt("{"))
  }

  /// Whether the `{` after a property's type opens the observers of a stored property, not a computed property.
  var opensObserversOfType: Bool {
    var ahead = self
    ahead.skip()
    _ = ahead.attributes()
    let name = ahead.identifier()
    return name == "willSet" || name == "didSet"
  }

  /// Skips one token of an expression, one literal, or one bracketed group.
  ///
  /// Returns whether an operand is expected next. If an operand is expected, a `/` begins a regular expression;
  /// otherwise, a `/` is a division operator.
  mutating func skipToken(expectsOperand: Bool, mayHaveArguments: Bool) -> Bool {
    guard let byte = current else { return expectsOperand }
    if skipComment() { return expectsOperand }
    if skipLiteral(regexMayBegin: expectsOperand) { return false }
    switch byte {
    case _ where Self.isSpace(byte), UInt8(ascii: "#"):
      skip(max(1, poundCount(after: 0)))
      return expectsOperand
    case _ where Self.closing(byte) != nil:
      skipBracketed()
      return false
    case _ where Self.isClosing(byte):
      skip()
      return false
    case UInt8(ascii: "<"):
      let touchesName = peek(-1).map { Self.isIdentifier($0) || $0 == UInt8(ascii: "`") } ?? false
      if mayHaveArguments, !expectsOperand, touchesName, skipGenericArguments() { return false }
      skip()
      return true
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      let isPostfix = !expectsOperand && peek(-1).map(Self.isSpace) == false
      skip()
      return !isPostfix
    case UInt8(ascii: "."):
      skip()
      return identifier() == nil && expectsOperand
    case _ where Self.isIdentifier(byte) || byte == UInt8(ascii: "`"):
      guard let name = identifier() else {
        skip()
        return expectsOperand
      }
      return byte != UInt8(ascii: "`") && Self.wordsBeforeOperands.contains(name)
    default:
      skip()
      return true
    }
  }

  private static let wordsBeforeOperands: Set<String> = [
    "and", "as", "await", "borrow", "case", "consume", "copy", "default", "defer", "do", "else", "guard", "if", "in",
    "is", "or", "repeat", "return", "switch", "throw", "try", "unsafe", "where", "while", "yield",
  ]

  private static func closing(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    default: nil
    }
  }

  private static func isClosing(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }
}
