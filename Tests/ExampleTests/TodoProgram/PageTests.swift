import ExampleTerminal
import Testing
import TodoModel

@testable import TodoProgram

struct PageTests {
  private func page(_ texts: [String], selection: Int = 0, input: EditedLine? = nil) -> Page {
    Page(
      header: [ScreenRow("header"), .empty], items: texts.map { ScreenRow($0) }, selection: selection,
      input: input.map { Page.LabeledInput(label: "New: ", line: $0) }, footer: ScreenRow("footer"))
  }

  private func texts(_ page: Page, columns: Int = 20, rows: Int) -> [String] {
    page.rows(TerminalSize(columns: columns, rows: rows)).map(\.text)
  }

  @Test func `the selected item is always among those shown`() {
    let items = (0..<50).map { "item \($0)" }
    for selection in items.indices {
      #expect(texts(page(items, selection: selection), rows: 10).contains("item \(selection)"))
    }
  }

  @Test(arguments: 0...12) func `a screen has as many rows as the terminal, and the last is the footer`(rows: Int) {
    let shown = texts(page(["one", "two"], input: EditedLine("text")), rows: rows)
    #expect(shown.count == rows)
    #expect(shown.last == (rows == 0 ? nil : "footer"))
  }

  @Test func `a line longer than the screen shows the part around its cursor`() {
    var line = EditedLine(String(repeating: "日本", count: 30) + "end")
    #expect(texts(page([], input: line), rows: 6)[4] == "New: 本日本日本end ")
    line.moveToStart()
    #expect(texts(page([], input: line), rows: 6)[4].hasPrefix("New: 日本"))
  }
}
