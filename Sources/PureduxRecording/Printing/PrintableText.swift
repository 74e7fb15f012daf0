internal import Foundation
internal import PureduxAtomics

/// Escapes control and bidirectional characters in text.
///
/// Text from a program, a state or a file must not move the cursor of a terminal, or be displayed as different text.
///
/// All text for a terminal, and all generated source code, is escaped by these functions.
package enum PrintableText {
  /// The text on one line, for example `a\nb` and `\u{1B}[2J`.
  package static func of(_ text: String) -> String {
    replacing(text) { $0 == "\n" ? "\\n" : "\\u{\(hexadecimal($0))}" }
  }

  /// The text with spaces instead of hidden characters and line breaks.
  package static func name(_ text: String) -> String { replacing(text) { _ in " " } }

  /// Equivalent JSON on one line: control characters between tokens become spaces.
  package static func json(_ json: String) -> String {
    // JSON strings contain no raw characters below U+0020.
    replacing(json) { $0.value < 0x20 ? " " : "\\u\(hexadecimal($0, digits: 4))" }
  }

  /// A Swift string literal with this text.
  package static func literal(_ text: String) -> String {
    replacing(text.debugDescription) { "\\u{\(hexadecimal($0))}" }
  }

  /// The text with hidden characters escaped, for a multi-line Swift literal.
  ///
  /// - Parameter marks: The number signs around the literal.
  package static func multiline(_ text: String, marks: String) -> String {
    replacing(text) { $0 == "\n" ? "\n" : "\\\(marks)u{\(hexadecimal($0))}" }
  }

  private static func replacing(_ text: String, with replacement: (Unicode.Scalar) -> String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isHidden(scalar) { result += replacement(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar, digits: Int = 0) -> String {
    let text = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Whether the character controls a terminal, breaks a line, or changes the text direction.
  ///
  /// All hidden characters are in the Basic Multilingual Plane.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool { puredux_is_hidden(scalar.value) }
}

/// The standard error stream, and whether to use colors for it.
enum StandardError {
  static let takesColours = wantsColours(
    ProcessInfo.processInfo.environment, isTerminal: isatty(FileHandle.standardError.fileDescriptor) == 1)

  /// `NO_COLOR` takes effect if it is set and not empty.
  static func wantsColours(_ environment: [String: String], isTerminal: Bool) -> Bool {
    isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// Writes a text and a line break without buffering. If standard error is closed, nothing is written.
  static func print(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8)) }
}
