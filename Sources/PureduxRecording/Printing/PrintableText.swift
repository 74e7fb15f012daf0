internal import Foundation
internal import PureduxAtomics

/// Escapes control and bidirectional characters in text.
///
/// Unescaped text from a program, a state or a file could move a terminal's cursor or masquerade as other text.
///
/// Use these functions for all terminal output and all generated source code.
package enum PrintableText {
  /// Returns the text on one line, with hidden characters escaped, for example `a\nb` or `\u{1B}[2J`.
  package static func of(_ text: String) -> String {
    replacing(text) { $0 == "\n" ? "\\n" : "\\u{\(hexadecimal($0))}" }
  }

  /// Returns the text with each hidden character and line break replaced by a space.
  package static func name(_ text: String) -> String { replacing(text) { _ in " " } }

  /// Returns equivalent JSON on one line, with hidden characters escaped. Control characters between tokens become
  /// spaces.
  package static func json(_ json: String) -> String {
    // JSON strings contain no raw characters below U+0020, so any such character is between tokens.
    replacing(json) { $0.value < 0x20 ? " " : "\\u\(hexadecimal($0, digits: 4))" }
  }

  /// Returns a Swift string literal that evaluates to the text.
  package static func literal(_ text: String) -> String {
    replacing(text.debugDescription) { "\\u{\(hexadecimal($0))}" }
  }

  /// Returns the text with hidden characters escaped for a multi-line Swift string literal.
  ///
  /// - Parameter marks: The number signs (`#`) that delimit the literal.
  package static func multiline(_ text: String, marks: String) -> String {
    replacing(text) { $0 == "\n" ? "\n" : "\\\(marks)u{\(hexadecimal($0))}" }
  }

  /// Returns the beginning of the text, at most this many bytes of UTF-8, and only whole Unicode scalars.
  ///
  /// A limit in characters would not limit the size: one character may have any number of combining marks.
  package static func prefix(of text: Substring, bytes: Int) -> String {
    let utf8 = text.utf8
    guard var end = utf8.index(utf8.startIndex, offsetBy: max(0, bytes), limitedBy: utf8.endIndex) else {
      return String(text)
    }
    // Move back to the first byte of a scalar.
    while end < utf8.endIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return String(text[..<end])
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

/// The standard error stream, and whether to use colors on it.
enum StandardError {
  static let takesColours = wantsColours(
    ProcessInfo.processInfo.environment, isTerminal: isatty(FileHandle.standardError.fileDescriptor) == 1)

  /// Whether to use colors: only on a terminal whose `TERM` is not `dumb`, and only if `NO_COLOR` is unset or empty.
  static func wantsColours(_ environment: [String: String], isTerminal: Bool) -> Bool {
    isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// Writes text followed by a newline, without buffering. If standard error is closed, nothing is written.
  static func print(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8)) }
}
