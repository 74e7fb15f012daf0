/// Reads the arguments of a command line, one option after another.
package enum CommandLineOptions {
  /// - Parameter take: Receives the name of an option, and reads its value if it has one. Returns false if the option
  ///   is unknown or its value is wrong.
  /// - Returns: Whether all options were accepted.
  package static func read(
    _ arguments: some Sequence<String>, take: (_ name: String, _ value: () -> String?) -> Bool
  ) -> Bool {
    var rest = arguments.makeIterator()
    while let name = rest.next() {
      guard take(name, { rest.next() }) else { return false }
    }
    return true
  }
}
