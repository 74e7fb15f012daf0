extension AttachedMacroRequest {
  /// The accessors of an entry, or the storage beside it.
  var entryExpansion: ExpansionResult {
    let context = EntryContext(lexicalContext)
    // The compiler asks for no accessors of a requirement, so this role alone can report it.
    if role == "peer", context?.isProtocol == true {
      let problem = EntryProblem.noStructure(keyword: "protocol")
      return ExpansionResult("", diagnostics: [Diagnostic(problem.message(macro: "@" + macro), in: attribute)])
    }
    do throws(EntryError) {
      let entry = try EntryDeclaration(scanning: declaration.text)
      let attribute = entry.attribute(of: macro)
      if let problem = context?.problem { throw EntryError(problem, at: attribute?.offset ?? 0) }
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
