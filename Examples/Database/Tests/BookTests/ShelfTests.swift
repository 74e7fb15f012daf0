import BookModel
import Foundation
import Puredux
import PureduxTesting
import Testing

@testable import BookDatabase

/// The screen with a database in memory, in virtual time.
struct ShelfTests {
  private let table: TestTable

  init() throws { table = try TestTable(100) }

  private func ids(_ store: TestStore<Shelf, Shelf.Action>) -> [Book.ID] { store.store.state.books.map(\.id) }

  @Test func `begins with the first page`() throws {
    let shelf = table.shelf()
    #expect(ids(shelf) == (try table.books()).prefix(10).map(\.id))
    #expect(!shelf.store.state.hasEarlier && shelf.store.state.hasLater)
  }

  @Test func `the window moves to the end and back, and never contains more than its size`() throws {
    let (shelf, all) = (table.shelf(), try table.books().map(\.id))
    var largest = 0
    while shelf.store.state.hasLater {
      shelf.send(.reachedEnd)
      largest = max(largest, shelf.store.state.books.count)
    }
    #expect(ids(shelf) == Array(all.suffix(ids(shelf).count)))
    while shelf.store.state.hasEarlier {
      shelf.send(.reachedStart)
      largest = max(largest, shelf.store.state.books.count)
    }
    #expect(ids(shelf) == Array(all.prefix(ids(shelf).count)))
    #expect((20...30).contains(ids(shelf).count) && largest == 30)
  }

  @Test func `a search shows the titles that begin with the text, and the latest one wins`() throws {
    let shelf = table.shelf()
    shelf.store.dispatch(.search("G"))
    shelf.store.dispatch(.search("Go"))
    shelf.send(.search("Golden"))
    #expect(shelf.store.state.books.elements == (try table.books("Golden")))
    #expect(try !table.books("Golden").isEmpty)
    #expect(try table.books("Golden").allSatisfy { $0.title.hasPrefix("Golden") })
    shelf.send(.search("%"))
    #expect(shelf.store.state.books.isEmpty)
  }

  @Test func `an edit is shown at once, and then written`() throws {
    let shelf = table.shelf()
    table.others.haveLocked = true
    let book = try #require(shelf.store.state.books.first)
    shelf.send(.rate(book.id, 5 - book.stars))
    #expect(shelf.store.state.books[0].stars == 5 - book.stars)
    #expect(try table.books()[0].stars == book.stars)
    table.others.haveLocked = false
    shelf.advance(by: .seconds(1))
    #expect(try table.books()[0].stars == 5 - book.stars)
    #expect(shelf.store.state.edits.isEmpty)
  }

  @Test func `an edit that the database refuses is rolled back, with the reason`() throws {
    let shelf = table.shelf()
    let book = try #require(shelf.store.state.books.first)
    shelf.send(.rate(book.id, 6))
    #expect(shelf.store.state.books[0] == book)
    #expect(shelf.store.state.message == "CHECK constraint failed: stars BETWEEN 0 AND 5")
    #expect(!shelf.store.state.canUndo)
  }

  @Test func `edits of one row that are partly refused end as in the database`() throws {
    let shelf = table.shelf()
    table.others.haveLocked = true
    let id = shelf.store.state.books[0].id
    for stars in [1, 9, 4, 7, 2] { shelf.send(.rate(id, stars)) }
    #expect(shelf.store.state.books[0].stars == 2)
    table.others.haveLocked = false
    shelf.advance(by: .seconds(20))
    #expect(shelf.store.state.edits.isEmpty)
    #expect(shelf.store.state.books[0].stars == 2)
    #expect(shelf.store.state.books.elements == (try table.books()).prefix(10).map { $0 })
  }

  @Test func `undo and redo are written too`() throws {
    let shelf = table.shelf()
    let book = shelf.store.state.books[0]
    let other = (book.stars + 1) % 6
    shelf.send(.rate(book.id, other))
    shelf.send(.undo)
    #expect(shelf.store.state.books[0].stars == book.stars)
    #expect(try table.books()[0].stars == book.stars)
    shelf.send(.redo)
    #expect(shelf.store.state.books[0].stars == other)
    #expect(try table.books()[0].stars == other)
    #expect(!shelf.store.state.canRedo && shelf.store.state.canUndo)
  }

  @Test func `a change by another process is shown, as changes of rows`() throws {
    let shelf = table.shelf()
    let (old, version) = (shelf.store.state.books, shelf.store.state.books.version)
    try table.changeElsewhere("UPDATE book SET stars = (stars + 1) % 6 WHERE id = \(old[3].id)")
    try table.changeElsewhere("DELETE FROM book WHERE id = \(old[5].id)")
    shelf.advance(by: .seconds(1))
    #expect(shelf.store.state.books.elements == Array(try table.books().prefix(10)))
    let changes = try #require(shelf.store.state.books.changes(since: version))
    // One row has changed, one is gone, and one has moved up into the window.
    #expect(changes.count == 3, "\(changes)")
  }

  @Test func `edits that are not written survive a change by another process`() throws {
    let shelf = table.shelf()
    table.others.haveLocked = true
    let book = shelf.store.state.books[2]
    shelf.send(.rate(book.id, (book.stars + 1) % 6))
    try table.changeElsewhere("UPDATE book SET stars = 0 WHERE id <> \(book.id)")
    shelf.advance(by: .seconds(1))
    #expect(shelf.store.state.books[2].stars == (book.stars + 1) % 6)
    #expect(shelf.store.state.books[3].stars == 0)
  }

  @Test func `nothing that a user and another process do shows what is not in the database`() {
    Exploration(server: try! TestTable(40), launch: Self.launch, actions: Self.actions)
      .outsideChanges("another process rates all books") { try! $0.changeElsewhere("UPDATE book SET stars = 3") }
      .healed(by: .goTo(.first))
      .always("the window is not larger than its size") { $0.state.books.count <= 12 }
      .always("the rows match the search, unless others are being read") {
        Self.match($0.state) || $0.state.reading.isInProgress
      }
      .eventually(
        "the rows are the database's", { $0.state.books.elements }, equals: { Self.rows(of: $0.state, in: $0.server) }
      )
      .eventually("all edits are written") { $0.state.edits.isEmpty }
      .run(runs: 12)
  }

  private static func launch(_ outside: Outside<TestTable>) -> StateStore<Shelf, Shelf.Action> {
    let source = BookSource(
      page: { request in try await outside.call("read") { try $0.page(request) } },
      write: { edits in try await outside.call("write") { try $0.write(edits) } },
      version: { try await outside.call("version") { $0.others.changeCount } })
    return Dependencies.with {
      $0.books = source
    } operation: {
      StateStore(feature: Shelf(pageSize: 5, windowSize: 12)) { $0.reduce($1) }
    }
  }

  private static func actions(_ shelf: Shelf) -> [Shelf.Action] {
    var actions: [Shelf.Action] = [.reachedStart, .reachedEnd, .goTo(.first), .goTo(.last), .undo, .redo]
    for text in ["", "P", "Pa"] { actions.append(.search(text)) }
    for book in shelf.books.prefix(3) { for stars in [1, 4, 6] { actions.append(.rate(book.id, stars)) } }
    return actions
  }

  private static func match(_ shelf: Shelf) -> Bool { shelf.books.allSatisfy { $0.title.hasPrefix(shelf.text) } }

  /// As many rows of the database as the window has, from the window's first row on.
  private static func rows(of shelf: Shelf, in table: TestTable) -> [Book] {
    let all = (try? table.books(shelf.text)) ?? []
    guard let start = all.firstIndex(where: { $0.id == shelf.books.first?.id }) else { return [] }
    return Array(all[start...].prefix(shelf.books.count))
  }
}
