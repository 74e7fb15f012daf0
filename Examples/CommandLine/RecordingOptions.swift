package import PureduxCore
import PureduxInspector

/// What the command line asks the inspector for.
package struct RecordingOptions: Equatable {
  /// The lines of a usage.
  package static let usage = """
      --record FILE  write what happens to this file; `swift run puredux print FILE` shows it
      --inspect      show the program in a browser, at an address that is printed to standard error
    """

  package var file: String?
  package var isInspected = false

  package init() {}

  /// Takes an option. False where it is another one, or wrong.
  package mutating func take(_ name: String, _ value: () -> String?) -> Bool {
    switch name {
    case "--record":
      file = value()
      return file != nil
    case "--inspect":
      isInspected = true
      return true
    default: return false
    }
  }

  /// Records the tree of a store until the program ends, where that is asked for.
  ///
  /// - Parameter tell: Is given the address of the page.
  /// - Throws: A ``RecordingProblem`` where the file cannot be written, or nothing can be served.
  package func begin<State, Action>(
    _ store: StateStore<State, Action>, tell: (String) -> Void
  ) throws(RecordingProblem) {
    guard file != nil || isInspected else { return }
    try ProgramRecording.begin(store.record(), self, tell: tell)
  }
}
