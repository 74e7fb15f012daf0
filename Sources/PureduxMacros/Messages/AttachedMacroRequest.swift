/// The compiler's request to expand one role of an attached macro.
struct AttachedMacroRequest {
  let macro: String
  let role: String
  let declaration: SourceFragment
  /// The enclosing declarations, innermost first. Compilers before 6.0 do not send this list.
  let lexicalContext: [JSON]?
  /// The name of the extended type, qualified with its enclosing types.
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

  /// The expansion, selected by the role and by the type name in the `#externalMacro` declaration. `@StoreEntry` and
  /// `@DependencyEntry` have the same expansion.
  var expansion: ExpansionResult {
    switch (type, role) {
    case ("StoreEntryMacro", "accessor"), ("DependencyEntryMacro", "accessor"), ("StoreEntryMacro", "peer"),
      ("DependencyEntryMacro", "peer"):
      entryExpansion
    case ("CasesMacro", "member"), ("CasesMacro", "extension"): casesExpansion
    case ("EditableMacro", "member"): editableExpansion
    case ("EditableIgnoredMacro", "peer"): ExpansionResult("")
    case ("StoreEntryMacro", _), ("DependencyEntryMacro", _), ("CasesMacro", _), ("EditableMacro", _),
      ("EditableIgnoredMacro", _):
      .failed(Diagnostic("'@\(macro)' has no role '\(role)'", in: attribute))
    default: .failed(Diagnostic("there is no macro '\(type)' in this plug-in", in: attribute))
    }
  }
}

extension AttachedMacroRequest {
  /// The expansion of `@Cases`: the members or the conformance, depending on the role.
  var casesExpansion: ExpansionResult {
    do throws(CasesError) {
      var cases = try CasesDeclaration(scanning: declaration.text)
      if cases.access.isEmpty { cases.access = CasesDeclaration.access(atLevel: extensionLevel) }
      if cases.isPrivate, lexicalContext?.isEmpty == false {
        throw CasesError(.privateInType, at: SourceCursor.firstToken(of: declaration.text))
      }
      return ExpansionResult(role == "member" ? cases.members : cases.conformance(of: extendedType))
    } catch {
      // Report the error only once, although the compiler sends a request for each role.
      guard role == "member" else { return ExpansionResult("") }
      let diagnostic = Diagnostic(error.problem.message(macro: "@" + macro), in: declaration, at: error.offset)
      return ExpansionResult("", diagnostics: [diagnostic])
    }
  }

  /// The access level that an enclosing extension gives to its members.
  private var extensionLevel: String? {
    guard let source = lexicalContext?.first?["source"]?.string,
      let header = DeclarationHeader(scanning: source), header.keyword == "extension"
    else { return nil }
    return header.modifiers.accessLevel
  }
}

extension AttachedMacroRequest {
  /// The expansion of `@Editable`: the enumeration of the edits, and the method that applies an edit.
  var editableExpansion: ExpansionResult {
    do throws(EditableError) {
      let structure = try EditableDeclaration(scanning: declaration.text, extensionLevel: extensionLevel)
      do throws(EditableError) {
        let conformances = try EditableConformances(scanning: attribute.text)
        return ExpansionResult(structure.expansion(conformances: conformances.names))
      } catch {
        return failure(error, in: attribute)
      }
    } catch {
      return failure(error, in: declaration)
    }
  }

  private func failure(_ error: EditableError, in fragment: SourceFragment) -> ExpansionResult {
    let diagnostic = Diagnostic(error.problem.message(macro: "@" + macro), in: fragment, at: error.offset)
    return ExpansionResult("", diagnostics: [diagnostic])
  }
}

extension AttachedMacroRequest {
  /// The expansion of an entry macro: the accessors or the storage, depending on the role.
  var entryExpansion: ExpansionResult {
    let context = EntryContext(lexicalContext)
    // The compiler does not request accessors for a protocol requirement, so only the peer role can report the problem.
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
      // Report the error only once, although the compiler sends a request for each role.
      guard role == "accessor" else { return ExpansionResult("") }
      let diagnostic = Diagnostic(error.problem.message(macro: "@" + macro), in: declaration, at: error.offset)
      return ExpansionResult(error.accessors, diagnostics: [diagnostic])
    }
  }
}
