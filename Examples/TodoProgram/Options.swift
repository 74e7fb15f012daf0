import ExampleCommandLine
import ExampleRecording

/// The options on the command line.
struct Options {
  static let usage = """
    Usage: Todo [--file PATH] [--log PATH] [--keys TEXT] [--record FILE] [--inspect]
                [--replay FILE] [--story FILE] [--help]
    A full-screen to-do list. Without a terminal, the program prints the list.

      --file PATH    save the list in this file, and reload it next time; otherwise, nothing is saved
      --log PATH     append each action to this file
      --keys TEXT    press these keys if there is no terminal
    \(RecordingOptions.usage)
      --help         print this help
    """

  var file: String?
  var log: String?
  var keys: String?
  var recording = RecordingOptions()
  var isHelp = false

  /// Nil if an argument is unknown or wrong.
  init?(_ arguments: some Sequence<String>) {
    let areKnown = CommandLineOptions.read(arguments) { name, value in
      switch name {
      case "--help", "-h": isHelp = true
      case "--file":
        file = value()
        return file != nil
      case "--keys":
        keys = value()
        return keys != nil
      case "--log":
        log = value()
        return log != nil
      default: return recording.take(name, value)
      }
      return true
    }
    if !areKnown { return nil }
  }
}
