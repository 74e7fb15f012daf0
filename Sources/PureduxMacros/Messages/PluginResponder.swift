/// Answers the compiler's messages one at a time. No message depends on an earlier one.
///
/// Members that are not read here may be absent, null, or of any kind.
enum PluginResponder {
  /// Every compiler from 5.9 on speaks this version.
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
