import ExampleCommandLine
import ExampleRecording
import TodoModel

/// The options on the command line.
struct Options {
  static let usage = """
    Usage: Desktop [--file PATH] [--items NUMBER] [--dark] [--record FILE] [--inspect]
                   [--replay FILE] [--story FILE] [--help]
    Shows a list of things to do in a window of GTK 4.

      --file PATH    save the list in this file, and reload it next time; otherwise, nothing is saved
      --items NUMBER start with this many items, up to a million
      --dark         start in the dark appearance
    \(RecordingOptions.usage)
      --help         print this help
    """

  var file: TodoFile?
  var state = TodoState()
  var recording = RecordingOptions()
  var isHelp = false

  /// Nil if an argument is unknown or wrong.
  init?(_ arguments: some Sequence<String>) {
    let areKnown = CommandLineOptions.read(arguments) { name, value in
      switch name {
      case "--help", "-h": isHelp = true
      case "--file":
        file = value().map { TodoFile(path: $0) }
        return file != nil
      case "--items":
        guard let count = value().flatMap({ Int($0) }), (0...1_000_000).contains(count) else { return false }
        state.list = TodoList(texts: (0..<count).map { "Item \($0 + 1)" })
      case "--dark": state.reduce(.setDark(true))
      default: return recording.take(name, value)
      }
      return true
    }
    if !areKnown { return nil }
  }
}
