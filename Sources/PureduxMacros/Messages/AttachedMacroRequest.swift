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
    do throws(EntryError) {
      let entry = try EntryDeclaration(scanning: declaration.text)
      let attribute = entry.attribute(of: macro)
      if let problem = EntryContext(lexicalContext)?.problem { throw EntryError(problem, at: attribute?.offset ?? 0) }
      try entry.checkOtherAttributes(of: macro)
      return ExpansionResult(role == "accessor" ? entry.accessors : entry.storage)
    } catch {
      // The compiler sends a request for each role; the error is reported once.
      guard role == "accessor" else { return ExpansionResult("") }
      let diagnostic = Diagnostic(error.problem.message(macro: "@" + macro), in: declaration, at: error.offset)
      return ExpansionResult(error.accessors, diagnostics: [diagnostic])
    }
  }
}
