import ExampleCommandLine
import ExampleRecording

/// The options on the command line.
struct Options {
  static let usage = """
    Usage: Notes [--open LINK] [--keys TEXT] [--record FILE] [--inspect]
                 [--replay FILE] [--story FILE] [--help]
    Shows notes in full screen after you sign in with any name. Without a terminal, prints the screen instead.

      --open LINK    start at this link: notes, notes/new, notes/2 or notes/2/edit
      --keys TEXT    press these keys if there is no terminal
    \(RecordingOptions.usage)
      --help         print this help
    """

  var link: String?
  var keys: String?
  var recording = RecordingOptions()
  var isHelp = false

  /// Nil if an argument is unknown or wrong.
  init?(_ arguments: some Sequence<String>) {
    let areKnown = CommandLineOptions.read(arguments) { name, value in
      switch name {
      case "--help", "-h": isHelp = true
      case "--keys":
        keys = value()
        return keys != nil
      case "--open":
        link = value()
        return link != nil
      default: return recording.take(name, value)
      }
      return true
    }
    if !areKnown { return nil }
  }
}
