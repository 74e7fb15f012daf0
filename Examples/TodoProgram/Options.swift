import ExampleCommandLine
import ExampleRecording

/// The options on the command line.
struct Options {
  static let usage = """
    Usage: Todo [--file PATH] [--log PATH] [--keys TEXT] [--record FILE] [--inspect]
                [--replay FILE] [--story FILE] [--help]
    Shows a list of things to do on the whole terminal; without a terminal the list is printed.

      --file PATH    keep the list in this file, and go on with it next time; without it nothing is kept
      --log PATH     append each action that happens to this file
      --keys TEXT    press these keys where there is no terminal
    \(RecordingOptions.usage)
      --help         print this
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
