import ExampleTerminal
import TodoModel

/// The contents of a screen, independent of the size of the terminal.
struct Page: Sendable, Equatable {
  var header: [ScreenRow]
  /// The items. As many as fit are shown, and the selected one is always among them.
  var items: [ScreenRow] = []
  var selection: Int?
  /// The text being typed, with its label.
  var input: LabeledInput?
  var footer: ScreenRow

  struct LabeledInput: Sendable, Equatable {
    let label: String
    let line: EditedLine
  }

  /// The rows of a terminal of this size.
  func rows(_ size: TerminalSize) -> [ScreenRow] {
    let below = (input.map { [row($0, columns: size.columns)] } ?? []) + footer.wrapped(columns: size.columns)
    let height = max(1, size.rows - header.count - below.count - 1)
    let first = max(0, (selection ?? 0) - height + 1)
    let visible = items.indices.dropFirst(first).prefix(height).map { index in
      index == selection ? items[index].filled(.inverse) : items[index]
    }
    let rows = header + visible + Array(repeating: .empty, count: height - visible.count + 1)
    // With very few rows, the last ones matter most.
    return rows.prefix(max(0, size.rows - below.count)) + below.suffix(size.rows)
  }

  /// The label and the part of the line around its cursor that fits.
  private func row(_ input: LabeledInput, columns: Int) -> ScreenRow {
    let cursor = input.line.after.first.map(String.init) ?? " "
    let room = max(0, columns - input.label.cells - cursor.cleanedForTerminal.cells)
    let before = input.line.before.cleanedForTerminal.tail(cells: room)
    return ScreenRow(input.label, .bold) + ScreenRow(before) + ScreenRow(cursor, .inverse)
      + ScreenRow(String(input.line.after.dropFirst()))
  }
}
