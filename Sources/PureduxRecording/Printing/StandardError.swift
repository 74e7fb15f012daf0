internal import Foundation

/// The standard error stream, and whether colours are of use there.
enum StandardError {
  static let takesColours = wantsColours(
    ProcessInfo.processInfo.environment, isTerminal: isatty(FileHandle.standardError.fileDescriptor) == 1)

  /// `NO_COLOR` counts where it is there and not empty.
  static func wantsColours(_ environment: [String: String], isTerminal: Bool) -> Bool {
    isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// Writes a text and a line's end in one piece. Where nobody can read it, nothing is written.
  static func print(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8)) }
}
