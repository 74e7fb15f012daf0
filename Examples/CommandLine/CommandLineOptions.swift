/// Reads the arguments of a command line, one option after the other.
package enum CommandLineOptions {
  /// - Parameter take: Is given the name of an option, and reads its value where it has one. Returns false where the option
  ///   is unknown or its value wrong.
  /// - Returns: Whether all options were taken.
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
