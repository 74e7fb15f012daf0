import Foundation

/// One row of a screen: pieces of text, each with a style.
///
/// The text is cleaned when the row is made, so a terminal displays it and never interprets it.
package struct ScreenRow: Sendable, Hashable {
  private struct Span: Hashable {
    let text: String
    let style: Style
  }

  private var spans: [Span]
  private let fill: Style

  package static let empty = ScreenRow("")

  package init(_ text: String, _ style: Style = []) {
    spans = [Span(text: text.cleanedForTerminal, style: style)]
    fill = []
  }

  private init(spans: [Span], fill: Style) {
    self.spans = spans
    self.fill = fill
  }

  package static func + (left: ScreenRow, right: ScreenRow) -> ScreenRow {
    ScreenRow(spans: left.spans + right.spans, fill: left.fill)
  }

  /// The row with this one style, up to the edge of the screen.
  package func filled(_ style: Style) -> ScreenRow {
    ScreenRow(spans: spans.map { Span(text: $0.text, style: style) }, fill: style)
  }

  package var text: String { spans.map(\.text).joined() }

  /// The row as several rows, each of which fits if its parts do. Parts are separated by two spaces, or by a dot.
  ///
  /// For the keys at the bottom of a screen, of which none must be cut.
  package func wrapped(columns: Int, at separator: String = "  ") -> [ScreenRow] {
    var lines: [String] = []
    for part in text.components(separatedBy: separator) {
      let longer = (lines.last.map { $0 + separator } ?? "") + part
      if !lines.isEmpty, longer.cells <= columns { lines[lines.count - 1] = longer } else { lines.append(part) }
    }
    return lines.map { ScreenRow($0, spans.first?.style ?? []) }
  }

  /// The text and escape sequences for a terminal of this width.
  func rendered(columns: Int, hasColors: Bool) -> String {
    var (output, left) = ("", columns)
    for span in spans where left > 0 {
      let text = span.text.fitted(cells: left)
      output += span.style.applied(to: text, hasColors: hasColors)
      left -= text == span.text ? text.cells : left
    }
    guard !fill.isEmpty, left > 0 else { return output }
    return output + fill.applied(to: String(repeating: " ", count: left), hasColors: hasColors)
  }
}
