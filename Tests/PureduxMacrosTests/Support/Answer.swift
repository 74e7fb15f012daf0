#if canImport(PureduxMacros)
  @testable import PureduxMacros

  /// The plug-in's response to an expansion request.
  struct Answer {
    let source: String?
    let messages: [String?]
    let offsets: [Int?]

    init(to request: JSON) throws {
      let result = try PluginResponder.respond(to: request)["expandMacroResult"]
      source = result?["expandedSource"]?.string
      messages = result?["diagnostics"]?.elements?.map { $0["message"]?.string } ?? []
      offsets = result?["diagnostics"]?.elements?.map { $0["position"]?["offset"]?.integer } ?? []
    }
  }
#endif
