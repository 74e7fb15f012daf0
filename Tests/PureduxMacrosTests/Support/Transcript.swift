#if canImport(PureduxMacros)
  @testable import PureduxMacros

  /// A conversation between a compiler and the plug-in: the requests and the responses.
  struct Transcript {
    let name: String
    let exchanges: [(request: JSON, answer: JSON)]

    static func all() throws -> [Transcript] {
      try TestFiles.names(in: "Transcripts").map { name in
        let lines = try TestFiles.text("Transcripts/" + name).split(separator: "\n")
        let messages = try lines.map { try JSON(decoding: Array($0.dropFirst(3).utf8)) }
        let pairs = stride(from: 0, to: messages.count, by: 2).map { (messages[$0], messages[$0 + 1]) }
        return Transcript(name: name, exchanges: pairs)
      }
    }
  }
#endif
