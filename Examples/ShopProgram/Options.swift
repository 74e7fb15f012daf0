import ExampleCommandLine
import ExampleRecording

/// The options on the command line.
struct Options: Equatable {
  static let usage = """
    Usage: Shop [--file PATH] [--record FILE] [--inspect] [--replay FILE] [--story FILE] [--help]
    Shows a shop whose server often fails; likes and a basket that is edited offline are sent when that is possible.
    Without a terminal it likes, edits and goes offline by itself, and prints what becomes of it.

      --file PATH    keep what is known, and what is not sent, in this file, and go on with it next time
    \(RecordingOptions.usage)
      --help         print this
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
