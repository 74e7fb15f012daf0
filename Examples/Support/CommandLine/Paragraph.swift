import Foundation

/// Text of a program that is printed once, and breaks between words.
package enum Paragraph {
  /// Prints text, and breaks its lines between words at the width of the terminal. In a file or a pipe, lines are not
  /// broken.
  package static func print(_ text: String) { Swift.print(wrapped(text, columns: terminalColumns)) }

  /// The text with lines of at most this many characters, unless a word is longer. Spaces at the start of a line, and
  /// lines that fit, are kept.
  package static func wrapped(_ text: String, columns: Int?) -> String {
    guard let columns else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { wrapped(line: $0, columns) }.joined(separator: "\n")
  }

  private static func wrapped(line: Substring, _ columns: Int) -> String {
    guard line.count > columns else { return String(line) }
    let indentation = line.prefix { $0 == " " }
    var rows = [String(indentation)]
    for word in line.split(separator: " ") {
      let row = rows[rows.count - 1]
      if row.count == indentation.count {
        rows[rows.count - 1] += word
      } else if row.count + 1 + word.count <= columns {
        rows[rows.count - 1] += " " + word
      } else {
        rows.append("\(indentation)\(word)")
      }
    }
    return rows.joined(separator: "\n")
  }

  /// The width of the terminal on standard output; nil if there is none.
  package static var terminalColumns: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}
