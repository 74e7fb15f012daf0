extension EditableDeclaration {
  /// Splits the declaration of a structure into its parts, or throws the first problem found.
  ///
  /// - Parameter extensionLevel: The access level that an enclosing extension gives to its members.
  init(scanning source: String, extensionLevel: String? = nil) throws(EditableError) {
    var cursor = SourceCursor(source)
    do throws(EditableError) {
      self = try cursor.structure(extensionLevel)
    } catch {
      throw cursor.hasGivenUp ? EditableError(.unreadable, at: SourceCursor.firstToken(of: source)) : error
    }
    if cursor.hasGivenUp { throw EditableError(.unreadable, at: SourceCursor.firstToken(of: source)) }
  }
}

extension SourceCursor {
  fileprivate mutating func structure(_ extensionLevel: String?) throws(EditableError) -> EditableDeclaration {
    _ = attributes()
    let (modifiers, keyword, offset) = modifiers()
    guard keyword == "struct" else {
      // `modifiers()` returned `class` as a modifier, because it is a modifier in `class func`.
      throw EditableError(.noStructure, at: modifiers.first { $0.name == "class" }?.offset ?? offset)
    }
    skipTrivia()
    let nameOffset = index
    guard let name = identifier() else { throw EditableError(.unreadable, at: nameOffset) }
    skipTrivia()
    if isAt("<") { _ = skipGenericArguments() }
    skipHeader()
    let level = modifiers.accessLevel ?? extensionLevel
    var members = StructureMembers(level: level)
    try read(&members)
    guard members.hasProperty else { throw EditableError(.noProperties(name: name), at: nameOffset) }
    return EditableDeclaration(
      access: CasesDeclaration.access(atLevel: level),
      isolation: modifiers.contains { $0.name == "nonisolated" } ? "nonisolated " : "", members: members.members)
  }

  /// Scans the properties of a structure. Other members are skipped token by token.
  private mutating func read(_ members: inout StructureMembers) throws(EditableError) {
    var expectsOperand = true
    while true {
      skipTrivia()
      guard current != nil, !isAt("}") else { return }
      if isAt("@") || isAtCondition {
        for attribute in attributes() { members.note(attribute) }
        continue
      }
      let start = index
      switch word {
      case "var":
        _ = identifier()
        try readBindings(&members)
        members.endMember()
      case "let":
        _ = identifier()
        members.noteConstant()
        try readBindings(&members)
        members.endMember()
      case let word?:
        _ = identifier()
        skipTrivia()
        let hasArguments = isAt("(")
        if hasArguments { skipBracketed() }
        try members.noteWord(word, hasArguments: hasArguments, at: start)
        expectsOperand = false
      case nil:
        expectsOperand = skipToken(expectsOperand: expectsOperand, mayHaveArguments: false)
        members.endMember()
      }
    }
  }

  /// Scans what follows `var` or `let`: names with types, initial values and accessors, separated by commas.
  private mutating func readBindings(_ members: inout StructureMembers) throws(EditableError) {
    // In `var a, b: Int`, the type is the type of both.
    var withoutType: [(name: String, offset: Int)] = []
    repeat {
      skipTrivia()
      let offset = index
      guard let name = identifier() else {
        guard isAt("("), members.isEditable else { return }
        throw EditableError(.pattern, at: offset)
      }
      skipTrivia()
      let type = take(":") ? try typeOfProperty(name, members.isEditable) : nil
      skipTrivia()
      if let type {
        let isComputed = isAt("{") && !opensObserversOfType
        for earlier in withoutType { try members.add(earlier.name, type, at: earlier.offset) }
        withoutType = []
        if !isComputed { try members.add(name, type, at: offset) }
        if take("=") { skipInitialValueOfMember() }
      } else if take("=") {
        skipTrivia()
        let start = index
        let end = skipValueOfMember()
        if members.isEditable {
          let type = Self.type(ofLiteral: text(start..<end))
          guard let type else { throw EditableError(.noType(name: name), at: offset) }
          try members.add(name, type, at: offset)
        }
      } else {
        withoutType.append((name, offset))
      }
      skipTrivia()
      if isAt("{") { skipBracketed() }
      skipTrivia()
    } while take(",")
    guard members.isEditable, let first = withoutType.first else { return }
    throw EditableError(.noType(name: first.name), at: first.offset)
  }

  private mutating func skipInitialValueOfMember() {
    skipTrivia()
    _ = skipValueOfMember()
  }

  /// Scans the type after a colon.
  private mutating func typeOfProperty(_ name: String, _ isEditable: Bool) throws(EditableError) -> String {
    skipTrivia()
    let start = index
    let type = text(start..<skipTypeOfMember())
    guard isEditable else { return type }
    let cursor = SourceCursor(type)
    if let offset = cursor.nextWord("Self") { throw EditableError(.selfInType, at: start + offset) }
    if let offset = cursor.nextOpaqueType { throw EditableError(.opaque(name: name), at: start + offset) }
    return type.hasSuffix("!") ? type.dropLast() + "?" : type
  }

  /// The type that the compiler infers for a literal; nil for any other expression.
  static func type(ofLiteral value: String) -> String? {
    if value == "true" || value == "false" { return "Bool" }
    var cursor = SourceCursor(value)
    if value.drop(while: { $0 == "#" }).first == "\"" {
      return cursor.skipLiteral(regexMayBegin: false) && cursor.current == nil ? "String" : nil
    }
    _ = cursor.take("-")
    let number = cursor.text(cursor.index..<value.utf8.count).filter { $0 != "_" }
    guard let first = number.first, first.isASCII, first.isNumber else { return nil }
    let digits = number.dropFirst(2)
    switch number.prefix(2) {
    case "0x" where digits.allSatisfy(\.isHexDigit), "0o" where digits.allSatisfy(\.isNumber),
      "0b" where digits.allSatisfy(\.isNumber):
      return "Int"
    default:
      if number.allSatisfy(\.isNumber) { return "Int" }
      return Double(number) == nil ? nil : "Double"
    }
  }
}

/// The members of a structure that have been scanned so far.
struct StructureMembers {
  private(set) var members: [EditableDeclaration.Member] = []
  private(set) var hasProperty = false
  /// The lowest access level of a setter that edits can use: that of the structure. The members of a private structure
  /// are fileprivate.
  private let lowestLevel: Int
  /// Whether the attributes and keywords before the next property exclude it.
  private var isExcluded = false
  private var propertyLevel: Int?
  private var setterLevel: Int?
  private var lastWord: String?

  init(level: String?) { lowestLevel = max(Self.level(of: level ?? "internal") ?? 0, 1) }

  private static let types: Set<String> = ["struct", "class", "enum", "actor", "typealias"]

  private static func level(of word: String) -> Int? {
    ["private", "fileprivate", "internal", "package", "public"].firstIndex(of: word)
  }

  /// Whether edits can set the properties that are declared next.
  var isEditable: Bool {
    !isExcluded && (setterLevel ?? propertyLevel ?? Self.level(of: "internal") ?? 0) >= lowestLevel
  }

  mutating func note(_ attribute: DeclarationPart) {
    if attribute.isCondition { members.append(.condition(attribute)) }
    switch attribute.name.split(separator: ".").last {
    // Generated code that uses a deprecated property would cause a warning.
    case "EditableIgnored", "available": isExcluded = true
    default: break
    }
  }

  mutating func noteConstant() { isExcluded = true }

  /// - Parameter hasArguments: Whether arguments follow the word, as in `private(set)`.
  mutating func noteWord(_ word: String, hasArguments: Bool, at offset: Int) throws(EditableError) {
    if word == "Edit", let lastWord, Self.types.contains(lastWord) {
      throw EditableError(.declared(word), at: offset)
    }
    lastWord = word
    if ["static", "class", "lazy", "weak", "unowned"].contains(word) { isExcluded = true }
    guard let level = Self.level(of: word) else { return }
    if hasArguments { setterLevel = level } else { propertyLevel = level }
  }

  mutating func add(_ name: String, _ type: String, at offset: Int) throws(EditableError) {
    guard isEditable else { return }
    if name == "Edit" || name == "apply" { throw EditableError(.declared(name), at: offset) }
    guard !type.isEmpty else { throw EditableError(.unreadable, at: offset) }
    members.append(.property(EditableDeclaration.Property(name: name, type: type)))
    hasProperty = true
  }

  mutating func endMember() {
    (isExcluded, propertyLevel, setterLevel, lastWord) = (false, nil, nil, nil)
  }
}
