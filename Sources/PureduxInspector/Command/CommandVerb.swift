/// The subcommands of `puredux`, which read session files. The `mcp` subcommand can also connect to a running program.
enum CommandVerb: String, CaseIterable {
  case print, story, diff, trace, report, open, mcp

  /// A one-line description of the command.
  var summary: String {
    switch self {
    case .print: "prints the events, one line each"
    case .story: "writes a Swift test that repeats the session"
    case .diff: "shows the differences between two sessions"
    case .trace: "writes Chrome trace events, for https://ui.perfetto.dev"
    case .report: "writes one file of HTML with the session inside"
    case .open: "shows the session in a browser until it is interrupted"
    case .mcp: "serves agents: the Model Context Protocol on standard input and output"
    }
  }

  var fileCount: ClosedRange<Int> {
    switch self {
    case .diff: 2...2
    case .mcp: 0...1
    default: 1...1
    }
  }

  /// The command's options that take a value, each with a placeholder and a description.
  var options: [(name: String, value: String, purpose: String)] {
    switch self {
    case .print:
      [
        ("--store", "NAME", "only events of the store with this name or number"),
        ("--kind", "KINDS", "only these kinds, for example action,workFailed"),
        ("--text", "TEXT", "only events whose line contains the text"),
        ("--last", "COUNT", "only this many of the latest events"),
      ]
    case .story:
      [
        ("--store", "NAME", "the store to test; by default the first named one"),
        ("--making", "SWIFT", "the expression that creates the store; by default makeStore()"),
        ("--output", "PATH", "write to this file instead of standard output"),
      ]
    case .diff: []
    case .trace, .report: [("--output", "PATH", "write to this file instead of standard output")]
    case .open: [("--port", "NUMBER", "a port of 127.0.0.1; by default any free one")]
    case .mcp:
      [
        ("--address", "URL", "a running program, for example http://127.0.0.1:49152/, instead of a file"),
        ("--key-file", "PATH", "has the program's key; by default the variable \(ContextCommand.keyVariable)"),
      ]
    }
  }

  var usage: String {
    let files = fileCount == 2...2 ? "FILE FILE" : fileCount == 0...1 ? "[FILE]" : "FILE"
    let brief = options.map { " [\($0.name) \($0.value)]" }.joined()
    var lines = ["Usage: puredux \(rawValue) \(files)\(brief) [--help]", "It \(summary).", ""]
    lines += (options + [("--help", "", "print this")]).map { option in
      let left = "\(option.name) \(option.value)"
      return "  " + left + String(repeating: " ", count: max(1, 18 - left.count)) + option.purpose
    }
    lines += [
      "", "It exits with 0, or with 2 if it failed\(self == .diff ? ", or with 1 if they differ" : "").",
    ]
    return lines.joined(separator: "\n")
  }

  static var usage: String {
    let lines = allCases.map { verb in
      "  " + verb.rawValue + String(repeating: " ", count: 8 - verb.rawValue.count) + verb.summary
    }
    return """
      Usage: puredux COMMAND FILE… [--help]
      Looks at a session that `recording.write(to:)` or `recording.append(to:)` has written.

      \(lines.joined(separator: "\n"))

      puredux COMMAND --help tells the options of a command.
      """
  }
}
