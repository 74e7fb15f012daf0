package import Foundation

/// A program of this package that was built beside its tests, to be run in a process of its own.
package struct BuiltProgram {
  package let url: URL

  package struct Missing: Error {
    let name: String
  }

  package init(_ name: String) throws {
    let here = [URL(fileURLWithPath: CommandLine.arguments[0])]
    // Where a tool of the system runs the tests, they are a bundle that it has loaded.
    guard let url = Self.program(name, beside: here) ?? Self.program(name, beside: Bundle.allBundles.map(\.bundleURL))
    else { throw Missing(name: name) }
    self.url = url
  }

  private static func program(_ name: String, beside neighbours: [URL]) -> URL? {
    neighbours.map { $0.deletingLastPathComponent().appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// The environment of a program that shows where each of its threads is when it crashes.
  package static let showingThreads = ["SWIFT_BACKTRACE": "enable=yes,threads=all,interactive=no,color=no,timeout=60s"]

  /// The words that it says until it ends.
  package func words(_ arguments: [String], environment: [String: String] = [:]) throws -> [String] {
    try output(arguments, environment: environment).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// All that it says until it ends. `environment` is added to this process's.
  package func output(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = url
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }
}
