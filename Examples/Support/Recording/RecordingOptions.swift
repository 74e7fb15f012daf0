import Foundation
package import PureduxCore
import PureduxInspector

/// The inspector's options on the command line.
package struct RecordingOptions: Equatable {
  /// The options, for the first line of a usage.
  package static let synopsis = "[--record FILE] [--inspect] [--replay FILE] [--story FILE]"

  /// The lines of a usage, whose explanations begin after this many characters of a name.
  package static func usage(nameWidth: Int) -> String {
    [
      ("--record FILE", "record to this file, which `swift run puredux print FILE` shows"),
      ("--inspect", "print an address that shows this program in a browser"),
      ("--replay FILE", "replay the actions in a recorded file, and compare the states"),
      ("--story FILE", "print a recorded file as a test"),
    ].map { name, text in "  " + name.padding(toLength: nameWidth + 2, withPad: " ", startingAt: 0) + text }
      .joined(separator: "\n")
  }

  package static let usage = usage(nameWidth: 13)

  package var file: String?
  package var isInspected = false
  package var replayedFile: String?
  package var toldFile: String?

  package init() {}

  /// Accepts an option. Returns false if the option is unknown or wrong.
  package mutating func take(_ name: String, _ value: () -> String?) -> Bool {
    func takeFile(_ file: inout String?) -> Bool {
      file = value()
      return file != nil
    }
    switch name {
    case "--record": return takeFile(&file)
    case "--replay": return takeFile(&replayedFile)
    case "--story": return takeFile(&toldFile)
    case "--inspect":
      isInspected = true
      return true
    default: return false
    }
  }

  /// Records the tree of a store until the program ends, if an option requests it.
  ///
  /// - Parameter tell: Receives the address of the page.
  /// - Throws: A ``RecordingProblem`` if the file cannot be written, or the page cannot be served.
  package func begin<State, Action>(
    _ store: StateStore<State, Action>, tell: (String) -> Void
  ) throws(RecordingProblem) {
    guard file != nil || isInspected else { return }
    try ProgramRecording.begin(store.record(), self, tell: tell)
  }

  /// Begins the recording, or ends the program with a message if that fails.
  package func beginOrExit<State, Action>(_ store: StateStore<State, Action>, as program: String) {
    func tell(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
    do {
      try begin(store, tell: tell)
    } catch {
      tell("\(program): \(error)")
      exit(EX_CANTCREAT)
    }
  }
}
