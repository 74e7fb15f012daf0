internal import Foundation

/// The command-line arguments that follow the name of a command.
struct CommandArguments {
  private(set) var files: [String] = []
  private(set) var options: [String: String] = [:]
  private(set) var isHelp = false

  /// Parses arguments. Every argument after `--` is treated as a file name.
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
      default: throw CommandFailure("Unknown option \(argument).", isUsage: true)
      }
    }
    guard !isHelp else { return }
    guard verb.fileCount.contains(files.count) else {
      let wanted = verb.fileCount == 2...2 ? "two files" : verb.fileCount == 0...1 ? "at most one file" : "one file"
      throw CommandFailure("puredux \(verb.rawValue) needs \(wanted), but received \(files.count).", isUsage: true)
    }
  }

  /// Returns the numeric value of an option, or nil if the option is missing.
  func number(_ option: String, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
    guard let text = options[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw CommandFailure(
        "\(option) must be a number from \(range.lowerBound) to \(range.upperBound), not \(text).", isUsage: true)
    }
    return number
  }
}

/// The reason a command failed, as shown to the user.
struct CommandFailure: Error, Equatable {
  let text: String
  /// Whether invalid arguments caused the failure; if so, the usage text is also printed.
  let isUsage: Bool

  init(_ text: String, isUsage: Bool = false) {
    self.text = text
    self.isUsage = isUsage
  }
}

/// The input, output and environment of a command.
package struct CommandStreams {
  /// Thrown when the reader of the output has closed the pipe.
  struct ReaderIsGone: Error {}

  let output: (Data) throws -> Void
  let error: (String) -> Void
  /// Returns the next bytes of the input, or nil at the end of the input.
  let input: @Sendable () -> Data?
  /// Returns the value of an environment variable.
  let environment: (String) -> String?
  /// Blocks until a long-running command is asked to end.
  let waitForEnd: () -> Void

  init(
    output: @escaping (Data) throws -> Void, error: @escaping (String) -> Void, waitForEnd: @escaping () -> Void = {},
    input: @escaping @Sendable () -> Data? = { nil }, environment: @escaping (String) -> String? = { _ in nil }
  ) {
    self.input = input
    self.environment = environment
    self.output = output
    self.error = error
    self.waitForEnd = waitForEnd
  }

  /// The standard streams of the process. Writing to a closed pipe throws an error instead of ending the process.
  package static func standard() -> CommandStreams {
    signal(SIGPIPE, SIG_IGN)
    return CommandStreams { data in
      do {
        try FileHandle.standardOutput.write(contentsOf: data)
      } catch {
        let code = (error as NSError).userInfo[NSUnderlyingErrorKey].map { ($0 as? NSError)?.code }
        if errno == EPIPE || code == Int(EPIPE) { throw ReaderIsGone() }
        throw CommandFailure("The output could not be written: \(error.localizedDescription)")
      }
    } error: { text in
      try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    } waitForEnd: {
      while true { pause() }
    } input: {
      let data = FileHandle.standardInput.availableData
      return data.isEmpty ? nil : data
    } environment: {
      ProcessInfo.processInfo.environment[$0]
    }
  }

  func write(_ text: String) throws { try output(Data(text.utf8)) }
}
