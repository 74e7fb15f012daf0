import ExampleCommandLine
import ExampleRecording

/// The options on the command line.
struct Options: Equatable {
  static let usage = """
    Usage: Shop [--file PATH] [--record FILE] [--inspect] [--replay FILE] [--story FILE] [--help]
    A full-screen shop whose server often fails. Likes and an offline basket are sent as soon as possible.
    Without a terminal, the program likes products, edits the basket and goes offline, and prints the results.

      --file PATH    save the data and the unsent changes in this file, and reload it next time
    \(RecordingOptions.usage)
      --help         print this help
    """

  var file: String?
  /// Whether this process is the server of the process that started it.
  var isServer = false
  var recording = RecordingOptions()
  var isHelp = false

  /// Nil if an argument is unknown or wrong.
  init?(_ arguments: some Sequence<String>) {
    let areKnown = CommandLineOptions.read(arguments) { name, value in
      switch name {
      case "--help", "-h": isHelp = true
      case "--serve": isServer = true
      case "--file":
        file = value()
        return file != nil
      default: return recording.take(name, value)
      }
      return true
    }
    if !areKnown { return nil }
  }
}
