#if canImport(PureduxMacros)
  import Foundation
  @testable import PureduxMacros
  import Testing

  struct PluginResponderTests {
    @Test(arguments: [["capability": ["protocolVersion": 8]], .object([])] as [JSON])
    func `the plug-in uses version 7 of the protocol, whatever the compiler's version`(_ request: JSON) throws {
      let answer = try PluginResponder.respond(to: ["getCapability": request])
      #expect(answer == ["getCapabilityResult": ["capability": ["protocolVersion": 7, "features": []]]])
    }

    @Test func `an unsupported request gets an explanation`() throws {
      let unknown = try Answer(to: request("var x = 1", role: "accessor", type: "OtherMacro"))
      #expect(unknown.source == nil && unknown.offsets == [103])
      #expect(
        try Answer(to: request("var x = 1", role: "member")).messages == ["'@DependencyEntry' has no role 'member'"])
      let freestanding: JSON = ["macro": ["name": "StoreEntry"], "syntax": syntax("expression", "#StoreEntry")]
      let answer = try Answer(to: ["expandFreestandingMacro": freestanding])
      #expect(answer.source == nil && answer.messages == ["'StoreEntry' is not a freestanding macro"])
      let loaded = try PluginResponder.respond(to: ["loadPluginLibrary": ["libraryPath": "/l.so", "moduleName": "M"]])
      #expect(loaded["loadPluginLibraryResult"]?["loaded"] == false)
    }

    @Test(arguments: [["unheardOf": 1], [], .object([]), nil, 1, "a", ["getCapability": 1, "b": 2]] as [JSON])
    func `a message of another protocol is an error`(_ message: JSON) {
      #expect(throws: ProtocolError.self) { try PluginResponder.respond(to: message) }
    }

    @Test(arguments: [.number("-5"), .number("9223372036854775807"), .number("1e400"), "x", nil] as [JSON])
    func `an out-of-range position does no harm`(_ offset: JSON) throws {
      let place: JSON = ["source": "  let x = 1", "location": ["fileName": 1, "offset": offset]]
      let request: JSON = ["macro": ["typeName": "StoreEntryMacro"], "macroRole": "accessor", "declSyntax": place]
      #expect(try Answer(to: ["expandAttachedMacro": request]).messages.count == 1)
    }
  }
#endif
