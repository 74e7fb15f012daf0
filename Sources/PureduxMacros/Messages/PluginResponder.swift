/// Responds to the compiler's messages one at a time. The messages are independent of each other.
///
/// JSON members that the plug-in does not read may be absent, null, or of any type.
enum PluginResponder {
  /// The version of the plug-in protocol that every Swift compiler since 5.9 uses.
  private static let protocolVersion = 7

  static func respond(to message: JSON) throws -> JSON {
    guard let members = message.members, members.count == 1, let request = members.first else {
      throw ProtocolError("a message must be an object with one member")
    }
    switch request.name {
    case "getCapability":
      let capability: JSON = ["protocolVersion": .number("\(protocolVersion)"), "features": []]
      return ["getCapabilityResult": ["capability": capability]]
    case "expandAttachedMacro":
      return AttachedMacroRequest(request.value).expansion.json
    case "expandFreestandingMacro":
      let name = request.value["macro"]?["name"]?.string ?? ""
      let expression = SourceFragment(request.value["syntax"])
      return ExpansionResult.failed(Diagnostic("'\(name)' is not a freestanding macro", in: expression)).json
    case "loadPluginLibrary":
      let diagnostic = Diagnostic("this plug-in loads no libraries", in: SourceFragment(nil))
      return ["loadPluginLibraryResult": ["loaded": false, "diagnostics": [diagnostic.json]]]
    default:
      throw ProtocolError("an unknown message, '\(request.name.prefix(100))'")
    }
  }
}

/// The response to a request: the macro's expansion, and the errors in the user's declaration.
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

/// An error that the compiler displays at a position in the user's source code.
struct Diagnostic {
  private let message: String
  private let fileName: String
  private let offset: Int

  /// Places the error `offset` bytes into the fragment, by default at the fragment's first token.
  init(_ message: String, in fragment: SourceFragment, at offset: Int? = nil) {
    self.message = message
    fileName = fragment.fileName
    self.offset = fragment.offset &+ (offset ?? SourceCursor.firstToken(of: fragment.text))
  }

  /// The error as JSON, including the empty lists, because the compiler's decoder requires all members.
  var json: JSON {
    [
      "message": .string(message),
      "severity": "error",
      "position": ["fileName": .string(fileName), "offset": .number(String(max(0, offset)))],
      "highlights": [], "notes": [], "fixIts": [],
    ]
  }
}

/// A piece of the user's source code, and its position in the file.
struct SourceFragment {
  let text: String
  let fileName: String
  /// The offset of the first byte of `text` in its file. The text includes white space and comments before the first
  /// token.
  let offset: Int

  init(_ syntax: JSON?) {
    text = syntax?["source"]?.string ?? ""
    fileName = syntax?["location"]?["fileName"]?.string ?? ""
    offset = max(0, syntax?["location"]?["offset"]?.integer ?? 0)
  }
}
