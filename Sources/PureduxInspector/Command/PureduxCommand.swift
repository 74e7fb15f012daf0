internal import Foundation

/// The `puredux` command, which reads session files.
package enum PureduxCommand {
  /// Runs `puredux` with command-line arguments.
  ///
  /// - Parameter arguments: The arguments after the name of the program.
  /// - Returns: The exit status: 0 on success, 1 if two sessions differ, or 2 if the command failed.
  package static func run(_ arguments: [String], _ streams: CommandStreams) -> Int32 {
    do {
      return try perform(arguments, streams)
    } catch is CommandStreams.ReaderIsGone {
      // The reader of the output, for example `head`, has closed the pipe.
      return 0
    } catch let failure as CommandFailure {
      streams.error("puredux: \(PrintableText.of(failure.text))")
      return 2
    } catch {
      for line in "puredux: \(error)".split(separator: "\n") { streams.error(PrintableText.of(String(line))) }
      return 2
    }
  }

  private static func perform(_ arguments: [String], _ streams: CommandStreams) throws -> Int32 {
    guard let name = arguments.first else {
      streams.error(CommandVerb.usage)
      return 2
    }
    if ["--help", "-h", "help"].contains(name) {
      try streams.write(CommandVerb.usage + "\n")
      return 0
    }
    guard let verb = CommandVerb(rawValue: name) else {
      streams.error("puredux: Unknown command \(PrintableText.of(name)).\n\n\(CommandVerb.usage)")
      return 2
    }
    do {
      return try perform(verb, CommandArguments(arguments.dropFirst(), of: verb), streams)
    } catch let failure as CommandFailure where failure.isUsage {
      streams.error("puredux: \(PrintableText.of(failure.text))\n\n\(verb.usage)")
      return 2
    }
  }

  private static func perform(
    _ verb: CommandVerb, _ arguments: CommandArguments, _ streams: CommandStreams
  ) throws -> Int32 {
    if arguments.isHelp {
      try streams.write(verb.usage + "\n")
      return 0
    }
    if verb == .mcp {
      try ContextCommand.run(arguments, streams)
      return 0
    }
    let sessions = try arguments.files.map { try session(at: $0, streams) }
    switch verb {
    case .mcp: break
    case .print: try print(sessions[0], arguments, streams)
    case .story: try tell(sessions[0], arguments, streams)
    case .diff: return try compare(sessions, arguments.files, streams)
    case .trace: try write(sessions[0].chromeTrace(), arguments, streams)
    case .report: try write(sessions[0].htmlReport(), arguments, streams)
    case .open: try open(sessions[0], arguments, streams)
    }
    return 0
  }

  /// Reads a session from a file, and prints a note if the file is truncated.
  static func session(at path: String, _ streams: CommandStreams) throws -> RecordedSession {
    let session = try RecordedSession(contentsOf: URL(fileURLWithPath: path))
    if session.isCutOff {
      streams.error("puredux: \(PrintableText.of(path)) ends in the middle of a line, and is complete up to that line.")
    }
    return session
  }

  private static func print(_ session: RecordedSession, _ arguments: CommandArguments, _ streams: CommandStreams) throws
  {
    let listing = try SessionListing(arguments)
    // Write the lines in batches, so that printing stops soon after the reader has closed the pipe.
    var lines = listing.lines(of: session)[...]
    while !lines.isEmpty {
      try streams.write(lines.prefix(500).joined(separator: "\n") + "\n")
      lines = lines.dropFirst(500)
    }
  }

  private static func tell(_ session: RecordedSession, _ arguments: CommandArguments, _ streams: CommandStreams) throws
  {
    let names = session.stores.compactMap(\.name)
    guard let name = arguments.options["--store"] ?? names.first else {
      throw CommandFailure("The session has no named store, but a test needs one.")
    }
    guard let story = session.story(of: name, making: arguments.options["--making"] ?? "makeStore()") else {
      let known = names.isEmpty ? "no named store" : names.joined(separator: ", ")
      throw CommandFailure("Nothing was dispatched to a store named \(name). The session has: \(known).")
    }
    try write(Data((story.hasSuffix("\n") ? story : story + "\n").utf8), arguments, streams)
  }

  private static func compare(_ sessions: [RecordedSession], _ paths: [String], _ streams: CommandStreams) throws
    -> Int32
  {
    let comparison = SessionComparison(sessions[0], sessions[1])
    guard !comparison.areEqual else { return 0 }
    let lines = ["--- \(paths[0])", "+++ \(paths[1])"].map(PrintableText.of) + comparison.lines
    try streams.write(lines.joined(separator: "\n") + "\n")
    return 1
  }

  private static func write(_ data: Data, _ arguments: CommandArguments, _ streams: CommandStreams) throws {
    guard let path = arguments.options["--output"] else { return try streams.output(data) }
    let url = URL(fileURLWithPath: path)
    // An atomic write replaces the file at the path, so a device file or a symbolic link would be lost.
    try SessionFile.requireSuitable(url)
    do {
      try data.write(to: url, options: .atomic)
    } catch {
      throw CommandFailure("\(path) could not be written: \(error.localizedDescription)")
    }
  }

  private static func open(_ session: RecordedSession, _ arguments: CommandArguments, _ streams: CommandStreams) throws
  {
    let port = try arguments.number("--port", in: 0...Int(UInt16.max)) ?? 0
    let page = try InspectorPage(SessionProgram(session), port: UInt16(port), key: nil, control: false)
    try streams.write("\(PrintableText.of(session.program)) is shown at \(page.address)\n")
    streams.waitForEnd()
    page.stop()
  }
}
