import ExampleCommandLine

/// What the command line asks for.
struct Options {
  static let usage = """
    Usage: Notes [--open LINK] [--record FILE] [--inspect] [--help]
    Shows notes on the whole terminal, after somebody has signed in; without a terminal the screen is printed.

      --open LINK    begin where the link leads: notes, notes/new, notes/2 or notes/2/edit
    \(RecordingOptions.usage)
      --help         print this
    """

  var link: String?
  var recording = RecordingOptions()
  var isHelp = false

  /// Nil if an argument is unknown or wrong.
  init?(_ arguments: some Sequence<String>) {
    let areKnown = CommandLineOptions.read(arguments) { name, value in
      switch name {
      case "--help", "-h": isHelp = true
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
