import ExampleTerminal
import Testing

struct ScreenRendererTests {
  private let size = TerminalSize(columns: 10, rows: 3)

  private func rendered(_ rows: [ScreenRow], hasColors: Bool = true) -> String {
    var renderer = ScreenRenderer(hasColors: hasColors)
    return renderer.render(rows, size: size)
  }

  @Test func `only rows that changed are written again`() {
    var renderer = ScreenRenderer(hasColors: true)
    let first = renderer.render([ScreenRow("one"), ScreenRow("two")], size: size)
    #expect(first.contains("one") && first.contains("two"))
    let second = renderer.render([ScreenRow("one"), ScreenRow("new")], size: size)
    #expect(!second.contains("one") && second.contains("\u{1B}[2;1H") && second.contains("new"))
    #expect(renderer.render([ScreenRow("one"), ScreenRow("new")], size: size) == "")
  }

  @Test func `everything is written again after a change of size, or after another program used the screen`() {
    var renderer = ScreenRenderer(hasColors: true)
    let first = renderer.render([ScreenRow("one")], size: size)
    renderer.forget()
    #expect(renderer.render([ScreenRow("one")], size: size) == first)
    #expect(renderer.render([ScreenRow("one")], size: TerminalSize(columns: 9, rows: 3)).contains("one"))
  }

  @Test func `a removed row is erased, and rows beyond the last are omitted`() {
    var renderer = ScreenRenderer(hasColors: true)
    _ = renderer.render([ScreenRow("one"), ScreenRow("two")], size: size)
    #expect(renderer.render([ScreenRow("one")], size: size) == "\u{1B}[2;1H\u{1B}[2K")
    #expect(!rendered((0..<9).map { ScreenRow("row \($0)") }).contains("row 3"))
  }

  @Test func `the text of a row can neither leave its row nor change the terminal`() {
    #expect(!rendered([ScreenRow("a\u{1B}[2Jb\nc")]).contains("\u{1B}[2Jb"))
    #expect(ScreenRow("a\nb").text == "a b")
    #expect(rendered([ScreenRow("日本語日本語")]).hasSuffix("日本語日…"))
    #expect(rendered([ScreenRow("12345678", .bold) + ScreenRow("abcd", .dim)]).contains("a…"))
    #expect(rendered([ScreenRow("1234567890", .bold) + ScreenRow("abcd")]).hasSuffix("1234567890\u{1B}[0m"))
  }

  @Test func `styles end with their text, and colors are omitted on request`() {
    #expect(rendered([ScreenRow("a", [.bold, .red]) + ScreenRow("b")]).hasSuffix("\u{1B}[1;31ma\u{1B}[0mb"))
    #expect(rendered([ScreenRow("a", [.bold, .red])], hasColors: false).hasSuffix("\u{1B}[1ma\u{1B}[0m"))
    #expect(rendered([ScreenRow("a", .red)], hasColors: false).hasSuffix("a"))
    #expect(rendered([ScreenRow("a").filled(.inverse)]).hasSuffix("\u{1B}[7ma\u{1B}[0m\u{1B}[7m         \u{1B}[0m"))
  }

  @Test func `no text is written to a terminal without cells`() {
    var renderer = ScreenRenderer(hasColors: true)
    #expect(!renderer.render([ScreenRow("one")], size: TerminalSize(columns: 0, rows: 1)).contains("o"))
    #expect(!renderer.render([ScreenRow("one")], size: TerminalSize(columns: 5, rows: 0)).contains("one"))
  }
}
