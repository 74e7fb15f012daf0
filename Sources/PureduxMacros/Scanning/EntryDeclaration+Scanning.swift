extension EntryDeclaration {
  /// Takes the declaration of a property apart, or says which mistake stands where.
  init(scanning source: String) throws(MistakeFound) {
    var cursor = SourceCursor(source)
    do {
      self = try cursor.entry()
    } catch {
      throw cursor.hasGivenUp ? MistakeFound(.tooComplex, at: SourceCursor.firstToken(of: source)) : error
    }
    if cursor.hasGivenUp { throw MistakeFound(.tooComplex, at: SourceCursor.firstToken(of: source)) }
  }
}

extension SourceCursor {
  fileprivate mutating func entry() throws(MistakeFound) -> EntryDeclaration {
    let attributes = attributes()
    let (modifiers, keyword, offset) = modifiers()
    try check(modifiers, keyword, at: offset)

    skipTrivia()
    let nameOffset = index
    guard let name = identifier(), name != "_" else { throw MistakeFound(.pattern, at: nameOffset) }
    skipTrivia()

    var type: String?
    if take(":") {
      skipTrivia()
      let start = index
      let isOpaque = word == "some"
      let end = skipType()
      if isOpaque { throw MistakeFound(.opaque(name: name), at: start) }
      type = text(start..<end)
    }

    guard take("=") else {
      switch current {
      case UInt8(ascii: "{"): throw MistakeFound(.computed, at: index)
      case UInt8(ascii: ","): throw MistakeFound(.several, at: index)
      default: throw MistakeFound(.noDefault(name: name), at: nameOffset)
      }
    }
    skipTrivia()
    let start = index
    let end = skipInitialValue()
    if isAt(",") { throw MistakeFound(.several, at: index) }
    if isAt("{") { throw MistakeFound(.observers, at: index) }
    guard start < end else { throw MistakeFound(.noDefault(name: name), at: nameOffset) }
    return EntryDeclaration(
      attributes: attributes, modifiers: modifiers, name: name, type: type, initialValue: text(start..<end))
  }

  private func check(
    _ modifiers: [EntryDeclaration.Part], _ keyword: String?, at offset: Int
  ) throws(MistakeFound) {
    if keyword == "let" { throw MistakeFound(.constant, at: offset) }
    guard keyword == "var" else { throw MistakeFound(.noVariable, at: offset) }
    for modifier in modifiers {
      switch modifier.name {
      case "static", "class": throw MistakeFound(.typeMember(keyword: modifier.name), at: modifier.offset)
      case "lazy", "weak", "unowned", "override", "dynamic":
        throw MistakeFound(.modifier(modifier.name), at: modifier.offset)
      default: break
      }
    }
  }
}
