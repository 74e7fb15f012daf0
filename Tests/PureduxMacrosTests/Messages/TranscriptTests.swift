#if canImport(PureduxMacros)
  @testable import PureduxMacros
  import Testing

  struct TranscriptTests {
    @Test func `the compiler's recorded messages get the recorded answers`() throws {
      let transcripts = try Transcript.all()
      #expect(!transcripts.isEmpty)
      for transcript in transcripts {
        for (request, answer) in transcript.exchanges {
          #expect(try PluginResponder.respond(to: request) == answer, "\(transcript.name)")
        }
      }
    }
  }
#endif
