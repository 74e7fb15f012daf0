extension EntryDeclaration {
  /// Splits the declaration of a property into its parts, or throws its first problem.
  init(scanning source: String) throws(EntryError) {
    var cursor = SourceCursor(source)
    do {
      self = try cursor.entry()
    } catch {
      throw cursor.hasGivenUp ? EntryError(.tooComplex, at: SourceCursor.firstToken(of: source)) : error
    }
    if cursor.hasGivenUp { throw EntryError(.tooComplex, at: SourceCursor.firstToken(of: source)) }
  }
}

extension SourceCursor {
  fileprivate mutating func entry() throws(EntryError) -> EntryDeclaration {
    let attributes = attributes()
    let (modifiers, keyword, offset) = modifiers()
    try check(modifiers, keyword, at: offset)

    skipTrivia()
    let nameOffset = index
    guard let name = identifier(), name != "_" else { throw EntryError(.pattern, at: nameOffset) }
    skipTrivia()

    var type: String?
    var opaque: Int?
    if take(":") {
      skipTrivia()
      let start = index
      let someType = nextOpaqueType
      let end = skipType()
      opaque = someType.flatMap { $0 < end ? $0 : nil }
      type = text(start..<end)
    }

    guard take("=") else {
      switch current {
      case UInt8(ascii: "{"): throw EntryError(.computed, at: index)
      case _ where opaque != nil: throw EntryError(.opaque(name: name), at: opaque ?? nameOffset)
      case UInt8(ascii: ","): throw EntryError(.several, at: index)
      default: throw EntryError(.noDefault(name: name), at: nameOffset)
      }
    }
    skipTrivia()
    let start = index
    let end = skipInitialValue()
    if isAt(",") { throw EntryError(.several, at: index) }
    if isAt("{") { throw EntryError(.observers, at: index) }
    guard start < end else { throw EntryError(.noDefault(name: name), at: nameOffset) }
    if let opaque { throw EntryError(opaque: name, at: opaque, initialValue: text(start..<end)) }
    return EntryDeclaration(
      attributes: attributes, modifiers: modifiers, name: name, type: type, initialValue: text(start..<end))
  }

  private func check(
    _ modifiers: [DeclarationPart], _ keyword: String?, at offset: Int
  ) throws(EntryError) {
    if keyword == "let" { throw EntryError(.constant, at: offset) }
    guard keyword == "var" else { throw EntryError(.noVariable, at: offset) }
    for modifier in modifiers {
      switch modifier.name {
      case "static", "class": throw EntryError(.typeMember(keyword: modifier.name), at: modifier.offset)
      case "lazy", "weak", "unowned", "override", "dynamic":
        throw EntryError(.modifier(modifier.name), at: modifier.offset)
      default: break
      }
    }
  }
}
