import ExampleTerminal
import NotesModel
import Puredux
import Testing

@testable import NotesProgram

/// The text on the terminal after some keys.
@MainActor
struct NotesScreenTests {
  private func stores(_ link: String) throws -> NotesStores {
    let state = try #require(NotesState(link: link))
    let stores = NotesStores(StateStore(state, runner: .main) { $0.reduce($1) })
    stores.root.dispatch(.signedIn("Ada"))
    return stores
  }

  private func texts(_ stores: NotesStores, _ keys: KeyPress...) -> [String] {
    for key in keys { #expect(!Keys(stores: stores).press(key)) }
    let page = Page(stores)
    return (page.rows + [page.footer]).map(\.text)
  }

  @Test func `keys open a note, add a second line, and save it`() throws {
    let stores = try stores("notes")
    #expect(texts(stores, .down, .enter)[0] == "Call Ada")
    #expect(texts(stores, .character("e"), .enter, .character("!"))[2...3] == ["Call Ada", "! "])
    #expect(texts(stores, .tab) == ["Call Ada", "", "!", "↑↓ scroll  e edit  x delete  u undo  r redo  esc back"])
    #expect(texts(stores, .escape)[0] == "Notes of Ada")
  }

  @Test func `a dialog accepts the keys of its choices, and Escape`() throws {
    let stores = try stores("notes/2")
    #expect(texts(stores, .character("x")).last == "d delete  k keep")
    #expect(texts(stores, .escape)[0] == "Call Ada")
    #expect(texts(stores, .character("x"), .character("d"))[0] == "Notes of Ada")
    #expect(stores.root.state[2] == nil)
    #expect(texts(stores, .character("u")).contains("Call Ada"))
    #expect(!texts(stores, .character("r")).contains("Call Ada"))
  }

  @Test func `q ends the program on the list only`() throws {
    #expect(Keys(stores: try stores("notes")).press(.character("q")))
    #expect(!Keys(stores: try stores("notes/1")).press(.character("q")))
  }

  @Test func `an empty list says so, and no key is cut in a narrow terminal`() throws {
    let stores = try stores("notes")
    for _ in 0..<3 { _ = texts(stores, .character("x"), .character("d")) }
    let page = Page(stores)
    let rows = page.rows(TerminalSize(columns: 40, rows: 12)).map(\.text)
    #expect(rows.contains { $0.hasPrefix("There are no notes.") })
    #expect(rows.count == 12 && rows.allSatisfy { $0.count <= 44 })
    #expect(rows.suffix(2).joined(separator: "  ") == page.footer.text)
  }

  @Test func `the footer is the last row of a screen of any height`() throws {
    let page = Page(try stores("notes"))
    for rows in 1...12 {
      let shown = page.rows(TerminalSize(columns: 80, rows: rows))
      #expect(shown.count == rows)
      #expect(shown.last == page.footer)
    }
  }
}
