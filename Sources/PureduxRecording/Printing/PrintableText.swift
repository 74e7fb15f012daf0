internal import Foundation

/// Text with its control characters, and those that turn its direction around, written out: what a program, a state or a file
/// says must not move the cursor of a reader, and must read as what it is.
///
/// Everything that goes to a terminal passes through here, and so does source that is made from it.
package enum PrintableText {
  /// The text on one line, for example `a\nb` and `\u{1B}[2J`.
  package static func of(_ text: String) -> String {
    replacing(text) { $0 == "\n" ? "\\n" : "\\u{\(hexadecimal($0))}" }
  }

  /// The text without line ends, with spaces in the place of all that is written out elsewhere.
  package static func name(_ text: String) -> String { replacing(text) { _ in " " } }

  /// JSON that means the same, on one line: what stands between its tokens becomes spaces.
  package static func json(_ json: String) -> String {
    // Inside of a string, JSON has no plain characters below U+0020.
    replacing(json) { $0.value < 0x20 ? " " : "\\u\(hexadecimal($0, digits: 4))" }
  }

  /// A literal of Swift that means the text.
  package static func literal(_ text: String) -> String {
    replacing(text.debugDescription) { "\\u{\(hexadecimal($0))}" }
  }

  /// The text with what is hidden in it as Swift escapes it in a literal with several lines.
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

  /// Whether a terminal obeys the character, ends a line at it, or shows what follows in another direction. All of them are
  /// in the first plane of Unicode.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    return scalar.properties.isBidiControl
      || [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
  }
}

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
