/// The answer to a request: the code that a macro stands for, and what is wrong with the declaration.
struct Expansion {
  private let source: String?
  private let diagnostics: [Diagnostic]

  init(_ source: String?, diagnostics: [Diagnostic] = []) {
    self.source = source
    self.diagnostics = diagnostics
  }

  static func failed(_ diagnostic: Diagnostic) -> Expansion { Expansion(nil, diagnostics: [diagnostic]) }

  var json: JSON {
    let source = source.map { JSON.string($0) } ?? .null
    return ["expandMacroResult": ["expandedSource": source, "diagnostics": .array(diagnostics.map(\.json))]]
  }
}
