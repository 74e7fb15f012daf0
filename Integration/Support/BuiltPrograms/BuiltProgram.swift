package import Foundation

/// A program of this package that was built beside its tests, to be run in a process of its own.
package struct BuiltProgram {
  package let url: URL

  package struct Missing: Error {
    let name: String
  }

  /// It was killed, for a test that waits for ever tells nobody which test it is.
  package struct TookTooLong: Error {
    let name: String
    let seconds: Int
    /// What it had said.
    let said: String
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
  ///
  /// Not under the thread sanitizer: there the tool that shows them may wait without end, and it keeps the program's output
  /// open, so that whoever reads it waits too.
  package static let showingThreads = [
    "SWIFT_BACKTRACE": dlsym(nil, "__tsan_init") == nil
      ? "enable=yes,threads=all,interactive=no,color=no" : "enable=no"
  ]

  /// The words that it says until it ends.
  package func words(_ arguments: [String], environment: [String: String] = [:]) throws -> [String] {
    try output(arguments, environment: environment).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// All that it says until it ends. `environment` is added to this process's.
  ///
  /// It is killed after ten minutes, or after two hours where long forms of tests were asked for.
  package func output(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
    let surroundings = ProcessInfo.processInfo.environment
    let process = Process()
    let output = Pipe()
    process.executableURL = url
    process.arguments = arguments
    process.environment = surroundings.merging(environment) { $1 }
    process.standardOutput = output
    try process.run()
    let seconds = surroundings["PUREDUX_LONG"] == "1" ? 7_200 : 600
    let limit = DispatchWorkItem { [number = process.processIdentifier] in kill(number, SIGKILL) }
    DispatchQueue(label: "limit of a program").asyncAfter(deadline: .now() + .seconds(seconds), execute: limit)
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    limit.cancel()
    if process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL {
      throw TookTooLong(name: url.lastPathComponent, seconds: seconds, said: said)
    }
    return said
  }
}
