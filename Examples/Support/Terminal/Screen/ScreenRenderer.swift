/// Remembers what a screen shows, and renders only the rows that changed.
package struct ScreenRenderer: Sendable {
  private let hasColors: Bool
  private var shown: [ScreenRow] = []
  private var size = TerminalSize(columns: 0, rows: 0)

  package init(hasColors: Bool) { self.hasColors = hasColors }

  /// The output that makes a terminal of this size show these rows; empty if it shows them already.
  package mutating func render(_ rows: [ScreenRow], size newSize: TerminalSize) -> String {
    var output = ""
    if newSize != size {
      output += "\u{1B}[0m\u{1B}[2J"
      shown = []
      size = newSize
    }
    let missing = max(0, size.rows - rows.count)
    let rows = rows.prefix(size.rows) + Array(repeating: ScreenRow.empty, count: missing)
    for (index, row) in rows.enumerated() where (shown.indices.contains(index) ? shown[index] : .empty) != row {
      let text = row.rendered(columns: size.columns, hasColors: hasColors)
      output += "\u{1B}[\(index + 1);1H\u{1B}[2K\(text)"
    }
    shown = Array(rows)
    return output
  }

  /// Writes every row next time, because another program used the screen.
  package mutating func forget() { size = TerminalSize(columns: 0, rows: 0) }
}
