extension AttachedMacroRequest {
  /// The members for the cases of an enumeration, or its conformance.
  var casesExpansion: ExpansionResult {
    do throws(CasesError) {
      var cases = try CasesDeclaration(scanning: declaration.text)
      if cases.access.isEmpty { cases.access = CasesDeclaration.access(atLevel: extensionLevel) }
      if cases.isPrivate, lexicalContext?.isEmpty == false {
        throw CasesError(.privateInType, at: SourceCursor.firstToken(of: declaration.text))
      }
      return ExpansionResult(role == "member" ? cases.members : cases.conformance(of: extendedType))
    } catch {
      // The compiler sends a request for each role; the error is reported once.
      guard role == "member" else { return ExpansionResult("") }
      let diagnostic = Diagnostic(error.problem.message(macro: "@" + macro), in: declaration, at: error.offset)
      return ExpansionResult("", diagnostics: [diagnostic])
    }
  }

  /// The access level that an extension around the declaration gives to its members.
  private var extensionLevel: String? {
    guard let source = lexicalContext?.first?["source"]?.string,
      let header = DeclarationHeader(scanning: source), header.keyword == "extension"
    else { return nil }
    return header.modifiers.accessLevel
  }
}
