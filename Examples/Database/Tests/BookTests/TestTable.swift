import BookModel
import Puredux
import PureduxTesting

@testable import BookDatabase

/// A database in memory, whose answers a test receives without leaving its thread.
struct TestTable {
  let connection: Connection
  let table: BookTable
  let others = Others()

  /// What other connections do.
  final class Others: @unchecked Sendable {
    // SAFETY: only the thread of the test uses it, on which all work of a test store runs.
    /// Whether they have locked the database.
    var haveLocked = false
    var changeCount = 0
  }

  init(_ count: Int64) throws {
    connection = try Connection()
    table = try BookTable(connection)
    if count > 0 { try table.fill(1...count) }
  }

  var source: BookSource {
    BookSource(
      page: { try page($0) }, write: { try write($0) }, version: { [others] in others.changeCount })
  }

  func page(_ request: PageRequest) throws -> [Book] {
    try connection.performAndWait { try BookTable.page(request, in: $0) }
  }

  func write(_ edits: [Edit]) throws -> [Edit.ID: String] {
    if others.haveLocked { throw DatabaseError(code: 5, text: "database is locked") }
    return try connection.performAndWait { try BookTable.write(edits, in: $0) }
  }

  /// All rows that match, as the database has them.
  func books(_ text: String = "") throws -> [Book] { try page(PageRequest(text, .first, 1_000_000)) }

  /// Changes the table as another process does.
  func changeElsewhere(_ sql: String) throws {
    try connection.performAndWait { try $0.run(sql) }
    others.changeCount += 1
  }

  func shelf(_ shelf: Shelf = Shelf(pageSize: 10, windowSize: 30)) -> TestStore<Shelf, Shelf.Action> {
    TestStore(exhaustivity: .partial) {
      Dependencies.with {
        $0.books = source
      } operation: {
        StateStore(feature: shelf) { $0.reduce($1) }
      }
    }
  }
}
