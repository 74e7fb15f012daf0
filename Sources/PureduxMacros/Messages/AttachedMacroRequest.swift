/// The compiler's request to expand one role of an attached macro.
struct AttachedMacroRequest {
  let macro: String
  let role: String
  let declaration: SourceFragment
  /// The declarations around this one, the nearest first. Compilers before 6.0 send none.
  let lexicalContext: [JSON]?
  /// The name of the type that an extension extends, with those of the types around it.
  let extendedType: String
  private let type: String
  let attribute: SourceFragment

  init(_ request: JSON) {
    type = request["macro"]?["typeName"]?.string ?? ""
    macro = (request["macro"]?["name"]?.string ?? type).filter { !$0.isWhitespace }
    role = request["macroRole"]?.string ?? ""
    attribute = SourceFragment(request["attributeSyntax"])
    declaration = SourceFragment(request["declSyntax"])
    lexicalContext = request["lexicalContext"]?.elements
    extendedType = SourceFragment(request["extendedTypeSyntax"]).text
  }

  /// The types are those that `#externalMacro` names. Both kinds of entries expand alike.
  var expansion: ExpansionResult {
    switch (type, role) {
    case ("StoreEntryMacro", "accessor"), ("DependencyEntryMacro", "accessor"), ("StoreEntryMacro", "peer"),
      ("DependencyEntryMacro", "peer"):
      entryExpansion
    case ("CasesMacro", "member"), ("CasesMacro", "extension"): casesExpansion
    case ("StoreEntryMacro", _), ("DependencyEntryMacro", _), ("CasesMacro", _):
      .failed(Diagnostic("'@\(macro)' has no role '\(role)'", in: attribute))
    default: .failed(Diagnostic("there is no macro '\(type)' in this plug-in", in: attribute))
    }
  }
}
