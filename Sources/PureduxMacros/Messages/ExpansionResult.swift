/// The answer to a request: the code that a macro expands to, and the errors in the user's declaration.
struct ExpansionResult {
  private let source: String?
  private let diagnostics: [Diagnostic]

  init(_ source: String?, diagnostics: [Diagnostic] = []) {
    self.source = source
    self.diagnostics = diagnostics
  }

  static func failed(_ diagnostic: Diagnostic) -> ExpansionResult { ExpansionResult(nil, diagnostics: [diagnostic]) }

  var json: JSON {
    let source = source.map { JSON.string($0) } ?? .null
    return ["expandMacroResult": ["expandedSource": source, "diagnostics": .array(diagnostics.map(\.json))]]
  }
}
