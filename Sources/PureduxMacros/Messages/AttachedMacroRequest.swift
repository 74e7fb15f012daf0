/// The compiler's request to expand one role of an attached macro.
struct AttachedMacroRequest {
  /// The types that `#externalMacro` names. Both expand alike; errors show the name of the macro.
  private static let macros: Set<String> = ["StoreEntryMacro", "DependencyEntryMacro"]

  private let type: String
  private let macro: String
  private let role: String
  private let attribute: SourceFragment
  private let declaration: SourceFragment
  /// The declarations around this one, the nearest first. Compilers before 6.0 send none.
  private let lexicalContext: [JSON]?

  init(_ request: JSON) {
    type = request["macro"]?["typeName"]?.string ?? ""
    macro = (request["macro"]?["name"]?.string ?? type).filter { !$0.isWhitespace }
    role = request["macroRole"]?.string ?? ""
    attribute = SourceFragment(request["attributeSyntax"])
    declaration = SourceFragment(request["declSyntax"])
    lexicalContext = request["lexicalContext"]?.elements
  }

  var expansion: ExpansionResult {
    guard Self.macros.contains(type) else {
      return .failed(Diagnostic("there is no macro '\(type)' in this plug-in", in: attribute))
    }
    guard role == "accessor" || role == "peer" else {
      return .failed(Diagnostic("'@\(macro)' has no role '\(role)'", in: attribute))
    }
    do {
      let entry = try EntryDeclaration(scanning: declaration.text)
      try checkContext(of: entry)
      return ExpansionResult(role == "accessor" ? entry.accessors : entry.storage)
    } catch {
      // The compiler sends a request for each role; the error is reported once.
      guard role == "accessor" else { return ExpansionResult("") }
      let diagnostic = Diagnostic(error.problem.message(macro: "@" + macro), in: declaration, at: error.offset)
      let hasAccessors = error.problem == .computed || error.problem == .observers
      return ExpansionResult(hasAccessors ? "" : EntryDeclaration.placeholderAccessors, diagnostics: [diagnostic])
    }
  }

  private func checkContext(of entry: EntryDeclaration) throws(EntryError) {
    guard let lexicalContext else { return }
    let nearest = lexicalContext.first.flatMap { $0["kind"]?.string == "declaration" ? $0["source"]?.string : nil }
    switch nearest.map(SourceCursor.introducer(of:)) {
    case "extension", "struct", "class", "enum", "actor": return
    default:
      let attribute = entry.attributes.first { $0.name == macro || $0.name.hasSuffix("." + macro) }
      throw EntryError(.misplaced, at: attribute?.offset ?? 0)
    }
  }
}
