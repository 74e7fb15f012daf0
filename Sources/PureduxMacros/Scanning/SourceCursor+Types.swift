extension SourceCursor {
  /// Skips a type, up to an `=`, `{` or `,` outside brackets, or the end of the source.
  ///
  /// Returns the end of the type, excluding trailing white space and comments.
  mutating func skipType() -> Int {
    var end = index
    while true {
      skipTrivia()
      guard let byte = current else { return end }
      switch byte {
      case UInt8(ascii: "="), UInt8(ascii: "{"), UInt8(ascii: ","): return end
      case UInt8(ascii: "("), UInt8(ascii: "["): skipBracketed()
      case UInt8(ascii: "<") where skipGenericArguments(): break
      case UInt8(ascii: "`") where identifier() != nil: break
      default: skip(isAt("->") ? 2 : 1)
      }
      end = index
    }
  }

  /// The position of the next `some` that makes a type opaque, including inside brackets. The search does not move the
  /// cursor.
  var nextOpaqueType: Int? {
    var ahead = self
    while let byte = ahead.current {
      if ahead.skipComment() { continue }
      let start = ahead.index
      let isMember = ahead.peek(-1) == UInt8(ascii: ".")
      guard let word = ahead.identifier() else {
        ahead.skip()
        continue
      }
      guard word == "some", byte != UInt8(ascii: "`"), !isMember else { continue }
      ahead.skipTrivia()
      // `some` is a name, as in `(some: Int)`, unless a type follows.
      if let next = ahead.current, Self.isIdentifier(next) || "(`[~@".utf8.contains(next) { return start }
    }
    return nil
  }

  /// Skips the generic arguments that begin at this `<`. Returns false if the `<` is a comparison.
  ///
  /// As in the Swift grammar, `<` begins generic arguments if one of a fixed set of tokens follows the matching `>`.
  /// The cursor does not move if the `<` is a comparison.
  mutating func skipGenericArguments() -> Bool {
    let start = index
    var open = 0
    while let byte = current {
      if skipComment() { continue }
      switch byte {
      case UInt8(ascii: "<"):
        open += 1
        skip()
      case UInt8(ascii: ">"):
        open -= 1
        skip()
        if open == 0 {
          if mayFollowArguments { return true }
          goBack(to: start)
          return false
        }
      case UInt8(ascii: "("), UInt8(ascii: "["): skipBracketed()
      case UInt8(ascii: "`") where identifier() != nil: break
      case _ where isAt("->"): skip(2)
      case _ where Self.isSpace(byte) || Self.isIdentifier(byte) || ",.?!&@~:-".utf8.contains(byte): skip()
      default:
        goBack(to: start)
        return false
      }
    }
    goBack(to: start)
    return false
  }

  private var mayFollowArguments: Bool {
    guard let current else { return true }
    return Self.isSpace(current) || isAt("//") || isAt("/*") || "()[]{}.,;:?!=>&".utf8.contains(current)
  }
}

extension SourceCursor {
  /// Skips the attributes at this position, and the `#if` conditions around them.
  mutating func attributes() -> [DeclarationPart] {
    var attributes: [DeclarationPart] = []
    while true {
      skipTrivia()
      let start = index
      if let name = skipConditionLine() {
        attributes.append(DeclarationPart(name: name, text: text(start..<index), offset: start))
        continue
      }
      guard take("@") else { return attributes }
      while identifier() != nil, take(".") {}
      let name = text(start + 1..<index)
      if isAt("<") { _ = skipGenericArguments() }
      skipArguments()
      attributes.append(DeclarationPart(name: name, text: text(start..<index), offset: start))
    }
  }

  /// Whether an `#if`, `#elseif`, `#else` or `#endif` line begins at this position.
  var isAtCondition: Bool { wordOfCondition != nil }

  private var wordOfCondition: String? {
    var ahead = self
    guard ahead.take("#"), let word = ahead.identifier(), Self.wordsOfConditions.contains(word) else { return nil }
    return word
  }

  /// Skips an `#if`, `#elseif`, `#else` or `#endif` line, and returns the directive, including its `#`.
  private mutating func skipConditionLine() -> String? {
    guard let word = wordOfCondition else { return nil }
    while let byte = current, !Self.isLineEnd(byte) {
      if !skipComment() { skip() }
    }
    return "#" + word
  }

  /// Skips the modifiers at this position and the keyword after them.
  mutating func modifiers() -> (modifiers: [DeclarationPart], keyword: String?, offset: Int) {
    var modifiers: [DeclarationPart] = []
    while true {
      skipTrivia()
      let start = index
      guard let name = identifier() else { return (modifiers, nil, start) }
      if Self.keywords.contains(name) { return (modifiers, name, start) }
      skipArguments()
      modifiers.append(DeclarationPart(name: name, text: text(start..<index), offset: start))
    }
  }

  /// Skips parenthesized arguments. Parentheses between a modifier and the declaration's keyword always contain the
  /// modifier's arguments.
  private mutating func skipArguments() {
    let end = index
    skipTrivia()
    if isAt("(") { skipBracketed() } else { goBack(to: end) }
  }

  private static let wordsOfConditions: Set<String> = ["if", "elseif", "else", "endif"]

  private static let keywords: Set<String> = [
    "actor", "associatedtype", "case", "deinit", "enum", "extension", "func", "import", "init", "let", "macro",
    "operator", "precedencegroup", "protocol", "struct", "subscript", "typealias", "var",
  ]
}
