extension SourceCursor {
  /// Moves over the attributes that are here, and over the conditions that some of them may stand under.
  mutating func attributes() -> [EntryDeclaration.Part] {
    var attributes: [EntryDeclaration.Part] = []
    while true {
      skipTrivia()
      let start = index
      if let name = skipConditionLine() {
        attributes.append(.init(name: name, text: text(start..<index), offset: start))
        continue
      }
      guard take("@") else { return attributes }
      while identifier() != nil, take(".") {}
      let name = text(start + 1..<index)
      if isAt("<") { _ = skipGenericArguments() }
      skipArguments()
      attributes.append(.init(name: name, text: text(start..<index), offset: start))
    }
  }

  /// At `#if` and what belongs to it: moves to the end of the line, and gives which it was.
  private mutating func skipConditionLine() -> String? {
    var ahead = self
    guard ahead.take("#"), let word = ahead.identifier(), Self.wordsOfConditions.contains(word) else { return nil }
    while let byte = current, !Self.isLineEnd(byte) {
      if !skipComment() { skip() }
    }
    return "#" + word
  }

  /// Moves over the modifiers that are here, and the keyword after them.
  mutating func modifiers() -> (modifiers: [EntryDeclaration.Part], keyword: String?, offset: Int) {
    var modifiers: [EntryDeclaration.Part] = []
    while true {
      skipTrivia()
      let start = index
      guard let name = identifier() else { return (modifiers, nil, start) }
      if Self.keywords.contains(name) { return (modifiers, name, start) }
      skipArguments()
      modifiers.append(.init(name: name, text: text(start..<index), offset: start))
    }
  }

  /// The keyword that says what a declaration is, such as `extension`.
  static func introducer(of source: String) -> String? {
    var cursor = SourceCursor(source)
    _ = cursor.attributes()
    let found = cursor.modifiers()
    // `class` is a modifier too, as in `class func`; a type's name follows it otherwise.
    return found.keyword ?? (found.modifiers.contains { $0.name == "class" } ? "class" : nil)
  }

  /// Before a declaration's keyword, a parenthesis can only hold arguments.
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
