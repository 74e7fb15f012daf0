/// The compiler's question for one role of an attached macro.
struct AttachedMacroRequest {
  /// The types that `#externalMacro` names. Both expand alike; the name only appears in errors.
  private static let macros: Set<String> = ["StoreEntryMacro", "DependencyEntryMacro"]

  private let type: String
  private let macro: String
  private let role: String
  private let attribute: SyntaxPlace
  private let declaration: SyntaxPlace
  /// The declarations around this one, the nearest first; nil from a compiler that does not tell.
  private let surroundings: [JSON]?

  init(_ request: JSON) {
    type = request["macro"]?["typeName"]?.string ?? ""
    macro = (request["macro"]?["name"]?.string ?? type).filter { !$0.isWhitespace }
    role = request["macroRole"]?.string ?? ""
    attribute = SyntaxPlace(request["attributeSyntax"])
    declaration = SyntaxPlace(request["declSyntax"])
    surroundings = request["lexicalContext"]?.elements
  }

  var expansion: Expansion {
    guard Self.macros.contains(type) else {
      return .failed(Diagnostic("there is no macro '\(type)' in this plug-in", at: attribute))
    }
    guard role == "accessor" || role == "peer" else {
      return .failed(Diagnostic("'@\(macro)' has no role '\(role)'", at: attribute))
    }
    do {
      let entry = try EntryDeclaration(scanning: declaration.source)
      try checkSurroundings(of: entry)
      return Expansion(role == "accessor" ? entry.accessors : entry.storage)
    } catch {
      // The compiler asks once for each role; one of them tells what is wrong.
      guard role == "accessor" else { return Expansion("") }
      let diagnostic = Diagnostic(error.mistake.message(macro: "@" + macro), at: declaration, offset: error.offset)
      let hasAccessors = error.mistake == .computed || error.mistake == .observers
      return Expansion(hasAccessors ? "" : EntryDeclaration.accessorsOfMistake, diagnostics: [diagnostic])
    }
  }

  private func checkSurroundings(of entry: EntryDeclaration) throws(MistakeFound) {
    guard let surroundings else { return }
    let nearest = surroundings.first.flatMap { $0["kind"]?.string == "declaration" ? $0["source"]?.string : nil }
    switch nearest.map(SourceCursor.introducer(of:)) {
    case "extension", "struct", "class", "enum", "actor": return
    default:
      let attribute = entry.attributes.first { $0.name == macro || $0.name.hasSuffix("." + macro) }
      throw MistakeFound(.misplaced, at: attribute?.offset ?? 0)
    }
  }
}
