/// What the command line asks for.
struct Options {
  static let usage = """
    Usage: Notes [--open LINK] [--help]
    Shows notes on the whole terminal, after somebody has signed in; without a terminal the screen is printed.

      --open LINK  begin where the link leads: notes, notes/new, notes/2 or notes/2/edit
      --help       print this
    """

  var link: String?
  var isHelp = false

  /// Nil if an argument is unknown or wrong.
  init?(_ arguments: some Sequence<String>) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": isHelp = true
      case "--open":
        guard let link = rest.next() else { return nil }
        self.link = link
      default: return nil
      }
    }
  }
}
