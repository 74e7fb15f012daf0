/// The arguments behind the name of a command.
struct CommandArguments {
  private(set) var files: [String] = []
  private(set) var options: [String: String] = [:]
  private(set) var isHelp = false

  /// Everything behind `--` is a file.
  init(_ arguments: some Sequence<String>, of verb: CommandVerb) throws(CommandFailure) {
    var rest = arguments.makeIterator()
    var isBehindOptions = false
    while let argument = rest.next() {
      switch argument {
      case _ where isBehindOptions || !argument.hasPrefix("-"): files.append(argument)
      case "--": isBehindOptions = true
      case "--help", "-h": isHelp = true
      case _ where verb.options.contains { $0.name == argument }:
        guard let value = rest.next() else { throw CommandFailure("\(argument) needs a value.", isUsage: true) }
        options[argument] = value
      default: throw CommandFailure("There is no option \(argument).", isUsage: true)
      }
    }
    guard !isHelp else { return }
    guard verb.fileCount.contains(files.count) else {
      let wanted = verb.fileCount == 2...2 ? "two files" : verb.fileCount == 0...1 ? "at most one file" : "one file"
      throw CommandFailure("puredux \(verb.rawValue) needs \(wanted), and was given \(files.count).", isUsage: true)
    }
  }

  /// The value of an option as a number; nil where it was not given.
  func number(_ option: String, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
    guard let text = options[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw CommandFailure(
        "\(option) is to be a number from \(range.lowerBound) to \(range.upperBound), and not \(text).", isUsage: true)
    }
    return number
  }
}
