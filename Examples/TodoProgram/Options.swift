/// What the command line asks for.
struct Options {
  static let usage = """
    Usage: Todo [--file PATH] [--log PATH] [--help]
    Shows a list of things to do on the whole terminal; without a terminal the list is printed.

      --file PATH  keep the list in this file, and go on with it next time; without it nothing is kept
      --log PATH   append each action that happens to this file
      --help       print this
    """

  var file: String?
  var log: String?
  var isHelp = false

  /// Nil if an argument is unknown or wrong.
  init?(_ arguments: some Sequence<String>) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": isHelp = true
      case "--file":
        guard let path = rest.next() else { return nil }
        file = path
      case "--log":
        guard let path = rest.next() else { return nil }
        log = path
      default: return nil
      }
    }
  }
}
