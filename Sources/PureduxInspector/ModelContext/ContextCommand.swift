internal import Foundation

/// The command `puredux mcp`: where it asks, and with which key.
enum ContextCommand {
  static let keyVariable = "PUREDUX_KEY"

  static func run(_ arguments: CommandArguments, _ streams: CommandStreams) throws {
    let source = try source(arguments, streams)
    ContextServer(source, write: streams.output).run(reading: streams.input)
  }

  private static func source(
    _ arguments: CommandArguments, _ streams: CommandStreams
  ) throws -> any ContextSource {
    guard let address = arguments.options["--address"] else {
      guard let path = arguments.files.first else {
        throw CommandFailure("puredux mcp needs a session file, or --address of a running program.", isUsage: true)
      }
      return SessionSource(SessionProgram(try PureduxCommand.session(at: path, streams)))
    }
    guard arguments.files.isEmpty else {
      throw CommandFailure("puredux mcp looks at one thing: a file or --address.", isUsage: true)
    }
    let key: String
    if let path = arguments.options["--key-file"] {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw CommandFailure("\(path) could not be read, so there is no key.")
      }
      key = String(decoding: data.prefix(4096), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    } else if let variable = streams.environment(keyVariable) {
      key = variable
    } else {
      throw CommandFailure(
        "There is no key. To fix: put what stands behind #key= in the program's address into the variable \(keyVariable), or "
          + "into a file, and name it with --key-file.")
    }
    return try ProgramSource(address: address, key: key)
  }
}
