extension SourceCursor {
  /// Moves over the attributes at this position, and over the `#if` conditions around them.
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

  /// At `#if`, `#elseif`, `#else` or `#endif`: moves to the end of the line and returns the word with its `#`.
  private mutating func skipConditionLine() -> String? {
    var ahead = self
    guard ahead.take("#"), let word = ahead.identifier(), Self.wordsOfConditions.contains(word) else { return nil }
    while let byte = current, !Self.isLineEnd(byte) {
      if !skipComment() { skip() }
    }
    return "#" + word
  }

  /// Moves over the modifiers at this position and over the keyword after them.
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

  /// Before the keyword of a declaration, a parenthesis can only contain arguments.
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
