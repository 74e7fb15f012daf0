import Foundation
package import PureduxCore

/// A program that takes no arguments but those that record it.
package struct SmallProgram {
  private let name: String
  private let recording: RecordingOptions

  /// Reads the arguments. It ends the program where they ask for help, or are wrong.
  package init(_ name: String, about: String) {
    let usage = """
      Usage: \(name) [--record FILE] [--inspect] [--replay FILE] [--story FILE] [--help]
      \(about)

      \(RecordingOptions.usage)
        --help         print this
      """
    var (recording, isHelp) = (RecordingOptions(), false)
    let areKnown = CommandLineOptions.read(CommandLine.arguments.dropFirst()) { name, value in
      guard name == "--help" || name == "-h" else { return recording.take(name, value) }
      isHelp = true
      return true
    }
    self.name = name
    self.recording = recording
    if isHelp {
      print(usage)
      exit(0)
    }
    if !areKnown {
      Self.report(usage)
      exit(EX_USAGE)
    }
  }

  /// Replays a session or writes it as a test, and ends the program, where that is asked for.
  package func read<State, Action>(_ reader: SessionReader<State, Action>) {
    reader.readAndExit(recording, as: name)
  }

  /// Records the tree of a store until the program ends, where that is asked for.
  package func record<State, Action>(_ store: StateStore<State, Action>) {
    do {
      try recording.begin(store, tell: Self.report)
    } catch {
      fail(error)
    }
  }

  private func fail(_ problem: RecordingProblem) -> Never {
    Self.report("\(name): \(problem)")
    exit(EX_CANTCREAT)
  }

  private static func report(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}
