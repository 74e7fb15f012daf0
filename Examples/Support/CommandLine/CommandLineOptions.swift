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

  /// What is wrong with arguments that were not accepted, in one sentence.
  ///
  /// - Parameter areValid: Whether arguments are accepted.
  package static func complaint(about arguments: some Sequence<String>, areValid: ([String]) -> Bool) -> String {
    let arguments = Array(arguments)
    let accepted = arguments.indices.last { areValid(Array(arguments.prefix($0))) } ?? 0
    guard arguments.indices.contains(accepted) else { return "The arguments are not valid." }
    let name = arguments[accepted]
    // Options whose values are restricted accept one of these.
    let takesValue = ["1", "https://example.com"].contains { areValid([name, $0]) }
    guard takesValue else { return "There is no option \(name)." }
    guard arguments.indices.contains(accepted + 1) else { return "\(name) needs a value." }
    return "\(name) does not accept \(arguments[accepted + 1])."
  }
}
