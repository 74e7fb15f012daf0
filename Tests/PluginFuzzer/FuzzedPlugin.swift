import Foundation

/// One run of the plug-in's executable, until a message ends it.
final class FuzzedPlugin {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let complaints = Pipe()

  init(_ executable: URL) throws {
    // A plug-in that has ended must be told by a failed write, not by a signal.
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = executable
    process.standardInput = input
    process.standardOutput = output
    process.standardError = complaints
    try process.run()
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
    try complaints.fileHandleForWriting.close()
  }

  /// Sends the bytes of a whole stream and reads the answer; false when the plug-in has ended.
  func answers(_ message: Data) throws -> Bool {
    do { try input.fileHandleForWriting.write(contentsOf: message) } catch { return false }
    if message.prefix(8).reduce(0, { $0 + Int($1) }) == 0 || message.count - 8 != length(of: message) {
      // The stream is broken or over: there is nothing to wait for but the end.
      try input.fileHandleForWriting.close()
      while try output.fileHandleForReading.read(upToCount: 1 << 16)?.isEmpty == false {}
      return false
    }
    guard let header = try output.fileHandleForReading.read(upToCount: 8), header.count == 8 else { return false }
    guard let answer = try output.fileHandleForReading.read(upToCount: length(of: header) ?? 0) else { return false }
    return (try? JSONSerialization.jsonObject(with: answer)) is [String: Any]
  }

  private func length(of message: Data) -> Int? {
    Int(exactly: message.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// Whether it has ended as it may: in silence at the end of the stream, else with one line and status 1.
  var hasEndedInOrder: Bool {
    process.waitUntilExit()
    let complaint = (try? complaints.fileHandleForReading.readToEnd()) ?? Data()
    guard process.terminationReason == .exit else { return false }
    if process.terminationStatus == 0 { return complaint.isEmpty }
    return process.terminationStatus == 1 && complaint.filter { $0 == UInt8(ascii: "\n") }.count == 1
  }

  var ending: String { "\(process.terminationReason.rawValue), \(process.terminationStatus)" }
}
