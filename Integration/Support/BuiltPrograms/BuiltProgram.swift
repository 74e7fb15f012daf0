package import Foundation

/// A program of this package that was built together with its tests, to be run in a separate process.
package struct BuiltProgram {
  package let url: URL

  package struct Missing: Error {
    let name: String
  }

  /// The program was killed, because a hanging test would not report its name.
  package struct TookTooLong: Error {
    let name: String
    let seconds: Int
    /// The output so far.
    let said: String
  }

  package init(_ name: String) throws {
    let here = [URL(fileURLWithPath: CommandLine.arguments[0])]
    // If one of the system's tools runs the tests, they are in a bundle that the tool has loaded.
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
  /// Not under the thread sanitizer: there, the tool that prints the stacks may hang, and it keeps the program's output
  /// open, so that its reader also hangs.
  package static let showingThreads = [
    "SWIFT_BACKTRACE": dlsym(nil, "__tsan_init") == nil
      ? "enable=yes,threads=all,interactive=no,color=no" : "enable=no"
  ]

  /// The words of the program's output until it ends.
  package func words(_ arguments: [String], environment: [String: String] = [:]) throws -> [String] {
    try output(arguments, environment: environment).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// The program's output until it ends. `environment` is added to this process's environment.
  ///
  /// The program is killed after ten minutes, or after two hours in the long form of the tests.
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
