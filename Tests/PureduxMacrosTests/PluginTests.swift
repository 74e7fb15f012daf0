#if canImport(PureduxMacros)
  import PluginProcess
  @testable import PureduxMacros
  import Testing

  struct PluginTests {
    private func plugin() throws -> PluginProcess {
      try #require(try PluginProcess(), "the plug-in's executable is not where the tests are")
    }

    @Test func `the executable answers the compiler's recorded messages`() throws {
      let plugin = try plugin()
      for (request, answer) in try Transcript.all().flatMap(\.exchanges) {
        try plugin.send(request.encoded())
        #expect(try plugin.receive().map { try JSON(decoding: $0) } == answer)
      }
      #expect(try plugin.finish() == (0, ""))
    }

    @Test(arguments: [[], [UInt8](repeating: 0, count: 8)])
    func `the end of the stream and an empty message end the plug-in silently`(_ bytes: [UInt8]) throws {
      let plugin = try plugin()
      try plugin.sendRaw(bytes)
      #expect(try plugin.finish() == (0, ""))
    }

    @Test(
      arguments: [
        ([1, 2, 3], "the stream ends inside a message"),
        ([9, 0, 0, 0, 0, 0, 0, 0, 0x7B], "the stream ends inside a message"),
        ([255, 255, 255, 255, 255, 255, 255, 127], "a message of 9223372036854775807 bytes is too long"),
        ([1, 0, 0, 0, 0, 0, 0, 0, 0x7B], "a message is not JSON: at byte 1, a member has no name"),
        ([2, 0, 0, 0, 0, 0, 0, 0, 0x7B, 0x7D], "a message must be an object with one member"),
        (Self.message(#"{"a\nb\u2028c":{}}"#), "an unknown message, 'a b c'"),
      ] as [([UInt8], String)])
    func `a broken stream ends the plug-in with one line of output`(_ bytes: [UInt8], _ complaint: String) throws {
      let plugin = try plugin()
      try plugin.sendRaw(bytes)
      #expect(try plugin.finish() == (1, "PureduxMacros: \(complaint)\n"))
    }

    private static func message(_ json: String) -> [UInt8] {
      [UInt8(json.utf8.count), 0, 0, 0, 0, 0, 0, 0] + Array(json.utf8)
    }
  }
#endif
