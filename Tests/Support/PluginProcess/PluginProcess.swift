import Foundation

/// The plug-in's executable, run as the compiler runs it.
package struct PluginProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let complaints = Pipe()

  /// Starts the executable; nil if there is none next to the tests.
  package init?() throws {
    // Writing to a plug-in that has ended must fail instead of ending this process by a signal.
    signal(SIGPIPE, SIG_IGN)
    let besideTests = [Bundle.main.executableURL, URL(fileURLWithPath: CommandLine.arguments[0])]
      .compactMap { $0?.deletingLastPathComponent() }
    let places = besideTests.flatMap { folder in
      ["PureduxMacros-tool", "PureduxMacros"].map { folder.appendingPathComponent($0) }
    }
    guard let executable = places.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      return nil
    }
    process.executableURL = executable
    process.standardInput = input
    process.standardOutput = output
    process.standardError = complaints
    try process.run()
    // From here on, only the plug-in has these ends of the pipes open, so that its end is detected.
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
    try complaints.fileHandleForWriting.close()
  }

  package func send(_ message: [UInt8]) throws {
    try sendRaw(withUnsafeBytes(of: UInt64(message.count).littleEndian) { Array($0) } + message)
  }

  package func sendRaw(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

  package func receive() throws -> [UInt8]? {
    guard let header = try output.fileHandleForReading.read(upToCount: 8), header.count == 8 else { return nil }
    let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
    return try output.fileHandleForReading.read(upToCount: length).map { Array($0) }
  }

  package func terminate() { process.terminate() }

  /// Closes the plug-in's input, ignores further responses, and returns the exit status and the text on standard error.
  package func finish() throws -> (status: Int32, complaint: String) {
    try input.fileHandleForWriting.close()
    while try output.fileHandleForReading.read(upToCount: 1 << 16)?.isEmpty == false {}
    let complaint = try complaints.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationReason == .exit else { return (-process.terminationStatus, "a signal") }
    return (process.terminationStatus, String(decoding: complaint, as: UTF8.self))
  }
}
