extension CasesDeclaration {
  /// Splits the declaration of an enumeration into its parts, or throws the first problem found.
  init(scanning source: String) throws(CasesError) {
    var cursor = SourceCursor(source)
    do throws(CasesError) {
      self = try cursor.enumeration()
    } catch {
      throw cursor.hasGivenUp ? CasesError(.unreadable, at: SourceCursor.firstToken(of: source)) : error
    }
    if cursor.hasGivenUp { throw CasesError(.unreadable, at: SourceCursor.firstToken(of: source)) }
  }
}

extension SourceCursor {
  fileprivate mutating func enumeration() throws(CasesError) -> CasesDeclaration {
    let attributes = attributes()
    let (modifiers, keyword, offset) = modifiers()
    guard keyword == "enum" else { throw CasesError(.noEnumeration, at: offset) }
    skipTrivia()
    let nameOffset = index
    guard let name = identifier() else { throw CasesError(.unreadable, at: nameOffset) }
    skipTrivia()
    if isAt("<") { _ = skipGenericArguments() }
    let end = nextWord("where") ?? .max
    let headerOffset = index
    skipHeader()
    if text(headerOffset..<min(index, end)).contains("~Copyable") { throw CasesError(.noncopyable, at: nameOffset) }
    let cases = try members()
    guard !cases.isEmpty else { throw CasesError(.noCases, at: nameOffset) }
    let level = modifiers.accessLevel
    let access = CasesDeclaration.access(atLevel: level)
    let isolation = modifiers.contains { $0.name == "nonisolated" } ? "nonisolated " : ""
    return CasesDeclaration(
      name: name, access: access, isPrivate: level == "private", isolation: isolation,
      isUsableFromInline: attributes.contains { $0.name == "usableFromInline" },
      availability: attributes.filter { $0.name == "available" }.map(\.text), cases: cases)
  }

  /// Scans the cases of an enumeration. Other members are skipped token by token.
  private mutating func members() throws(CasesError) -> [CasesDeclaration.Case] {
    var members = EnumerationMembers()
    var expectsOperand = true
    while true {
      skipTrivia()
      guard current != nil, !isAt("}") else {
        try members.checkProperties()
        return members.cases
      }
      let attributes = isAt("@") || isAt("#") ? attributes() : []
      for attribute in attributes { members.note(attribute) }
      if !attributes.isEmpty { continue }
      let offset = index
      switch word {
      case "case" where members.mayBeginCase:
        _ = identifier()
        repeat { members.add(try element(with: members.attributes)) } while take(",")
        try members.check(at: offset)
      case "var":
        _ = identifier()
        skipTrivia()
        let start = index
        if let name = identifier() { members.noteProperty(name, at: start) }
      case "func":
        _ = identifier()
        skipTrivia()
        let start = index
        guard let name = identifier() else { break }
        if isAt("<") { _ = skipGenericArguments() }
        skipTrivia()
        // Only a function without parameters conflicts with a property of the same base name.
        let parameters = index
        if isAt("(") { skipBracketed() }
        if text(parameters..<index).allSatisfy({ "() \n".contains($0) }) { members.noteProperty(name, at: start) }
      case let name?:
        _ = identifier()
        members.noteWord(name, at: offset)
        expectsOperand = false
        continue
      case nil:
        expectsOperand = skipToken(expectsOperand: expectsOperand, mayHaveArguments: false)
        members.noteOther()
        continue
      }
      members.endMember()
    }
  }

  /// Scans the name, the associated values and the raw value of one case.
  private mutating func element(
    with attributes: [DeclarationPart]
  ) throws(CasesError) -> CasesDeclaration.Case {
    skipTrivia()
    let offset = index
    guard let name = identifier() else { throw CasesError(.unreadable, at: offset) }
    skipTrivia()
    let start = index
    var payload: [CasesDeclaration.Value] = []
    if isAt("(") {
      skipBracketed()
      var inside = SourceCursor(text(start + 1..<max(start + 1, index - 1)))
      payload = try inside.payload(at: start + 1)
    }
    skipTrivia()
    if take("=") { skipRawValue() }
    skipTrivia()
    return CasesDeclaration.Case(attributes: attributes, name: name, payload: payload, offset: offset)
  }

  private mutating func skipRawValue() {
    skipTrivia()
    _ = take("-")
    if skipLiteral(regexMayBegin: false) { return }
    _ = identifier()
    while isAt("."), peek(1).map(Self.isIdentifier) == true {
      skip()
      _ = identifier()
    }
  }

  /// Scans the associated values between the parentheses of a case.
  fileprivate mutating func payload(at offset: Int) throws(CasesError) -> [CasesDeclaration.Value] {
    var values: [CasesDeclaration.Value] = []
    var nextSelf = nextWord("Self") ?? .max
    while true {
      skipTrivia()
      guard current != nil else { return values }
      let label = takeLabel()
      skipTrivia()
      let start = index
      // A search for each value would take quadratic time.
      if nextSelf < start { nextSelf = nextWord("Self") ?? .max }
      let end = skipType()
      if nextSelf < end { throw CasesError(.selfInPayload, at: offset + nextSelf) }
      guard start < end else { throw CasesError(.unreadable, at: offset + start) }
      values.append(CasesDeclaration.Value(label: label == "_" ? nil : label, parameter: text(start..<end)))
      if take("=") { _ = skipInitialValue() }
      skipTrivia()
      guard take(",") else { return values }
    }
  }

  /// Skips a label, an optional parameter name, and the colon. Returns nil if there is no label.
  private mutating func takeLabel() -> String? {
    let start = index
    guard let label = identifier() else { return nil }
    skipTrivia()
    if identifier() != nil { skipTrivia() }
    guard take(":") else {
      goBack(to: start)
      return nil
    }
    return label
  }
}

extension CasesDeclaration.Value {
  /// Scans the type of an associated value, and the attributes that only a parameter can have.
  fileprivate init(label: String?, parameter: String) {
    self.label = label
    type = parameter.hasSuffix("!") ? parameter.dropLast() + "?" : parameter
    var cursor = SourceCursor(parameter)
    var others = ""
    var isAutoclosure = false
    while cursor.take("@") {
      let start = cursor.index
      let name = cursor.identifier()
      // A parenthesis after a space begins the parameters of a function type, not an attribute's arguments.
      if cursor.isAt("(") { cursor.skipBracketed() }
      if name == "autoclosure" { isAutoclosure = true } else { others += "@\(cursor.text(start..<cursor.index)) " }
      cursor.skipTrivia()
    }
    guard isAutoclosure else { return }
    let function = cursor.text(cursor.index..<parameter.utf8.count)
    type = others + function
    // In the type of an autoclosure, `throws` appears between the empty parameter list and the result type.
    autoclosure = function.prefix { $0 != "-" }.contains("throws") ? .throwing : .plain
  }
}

/// The members of an enumeration that have been scanned so far.
struct EnumerationMembers {
  private(set) var cases: [CasesDeclaration.Case] = []
  /// The names of the cases that `check` has accepted.
  private var names: Set<String> = []
  /// The `@available` attributes before the next member. `@Cases` copies a case's attributes to the generated property.
  private(set) var attributes: [DeclarationPart] = []
  private var properties: [(name: String, offset: Int)] = []
  private var openConditions = 0
  private var isStatic = false
  private var lastWord: String?

  /// Whether the next `case` keyword may begin a declaration, rather than a pattern after `if`.
  var mayBeginCase: Bool { lastWord != "if" }

  mutating func note(_ attribute: DeclarationPart) {
    switch attribute.name {
    case "#if": openConditions += 1
    case "#endif": openConditions -= 1
    case "available": attributes.append(attribute)
    default: break
    }
  }

  mutating func noteWord(_ word: String, at offset: Int) {
    if word == "Cases", let lastWord, ["struct", "class", "enum", "actor", "typealias"].contains(lastWord) {
      properties.append((word, offset))
    }
    lastWord = word
    if word == "static" || word == "class" { isStatic = true }
    // Attributes belong to a case only if no word other than `indirect` separates them from `case`.
    if word != "indirect" { attributes = [] }
  }

  mutating func noteOther() { lastWord = nil }

  mutating func noteProperty(_ name: String, at offset: Int) {
    if !isStatic || name == "cases" { properties.append((name, offset)) }
  }

  mutating func add(_ new: CasesDeclaration.Case) { cases.append(new) }

  mutating func endMember() {
    attributes = []
    isStatic = false
    lastWord = nil
  }

  /// Throws the first problem with the cases that were added since the last check.
  mutating func check(at offset: Int) throws(CasesError) {
    if openConditions > 0 { throw CasesError(.conditional, at: offset) }
    for found in cases[names.count...] {
      if ["cases", "Cases"].contains(found.name) { throw CasesError(.reservedName(found.name), at: found.offset) }
      guard names.insert(found.name).inserted else { throw CasesError(.sameName(found.name), at: found.offset) }
    }
  }

  /// Throws if another member has the name of a case, or a name that the macro declares.
  func checkProperties() throws(CasesError) {
    for property in properties {
      let isReserved = property.name == "cases" || property.name == "Cases"
      guard isReserved || names.contains(property.name) else { continue }
      throw CasesError(.declared(property.name), at: property.offset)
    }
  }
}
