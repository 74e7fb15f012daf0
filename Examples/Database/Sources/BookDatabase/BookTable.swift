public import BookModel
internal import Puredux

/// The table of books, and the answers to what the model asks.
///
/// Each function that reads or writes marks where the call of another library goes.
public struct BookTable: Sendable {
  private let connection: Connection

  public init(_ connection: Connection) throws {
    self.connection = connection
    // With GRDB, a `DatabaseMigrator`.
    try connection.performAndWait { connection in
      try connection.run(
        """
        CREATE TABLE IF NOT EXISTS book (
          id INTEGER PRIMARY KEY, title TEXT NOT NULL, author TEXT NOT NULL,
          stars INTEGER NOT NULL CHECK (stars BETWEEN 0 AND 5)
        )
        """)
      // All columns that a list shows, so that reading a page does not visit the table.
      try connection.run("CREATE INDEX IF NOT EXISTS book_by_title ON book (title, id, author, stars)")
    }
  }

  /// The table as the source of a store.
  public var source: BookSource {
    BookSource(
      // With GRDB, `try await queue.read { db in … }`.
      page: { request in try await connection.perform { try Self.page(request, in: $0) } },
      // With GRDB, `try await queue.write { db in … }`.
      write: { edits in try await connection.perform { try Self.write(edits, in: $0) } },
      // A connection does not count its own changes. With GRDB, the same statement; a `ValueObservation` sees only the
      // changes of its own process.
      version: {
        try await connection.perform { connection in
          var version = 0
          try connection.forEachRow("PRAGMA data_version") { version = Int($0.integer(0)) }
          return version
        }
      })
  }

  /// Reads a page.
  static func page(_ request: PageRequest, in connection: Connection.Session) throws -> [Book] {
    var (condition, isReversed): (String, Bool)
    var values: [Connection.Value] = []
    switch request.start {
    case .first: (condition, isReversed) = ("", false)
    case .last: (condition, isReversed) = ("", true)
    case .at: (condition, isReversed) = ("AND (title, id) >= (?, ?)", false)
    case .after: (condition, isReversed) = ("AND (title, id) > (?, ?)", false)
    case .before: (condition, isReversed) = ("AND (title, id) < (?, ?)", true)
    }
    if !request.text.isEmpty {
      // The titles that begin with the text: SQLite compares bytes, and no text has the byte FF.
      condition = "AND title >= ? AND title < CAST(? || x'FF' AS TEXT) " + condition
      values += [.text(request.text), .text(request.text)]
    }
    if let place = request.start.place { values += [.text(place.title), .integer(place.id)] }
    values.append(.integer(Int64(request.count)))
    let order = isReversed ? "title DESC, id DESC" : "title, id"
    var books: [Book] = []
    books.reserveCapacity(min(request.count, 10_000))
    try connection.forEachRow(
      "SELECT id, title, author, stars FROM book WHERE 1 \(condition) ORDER BY \(order) LIMIT ?", values
    ) { row in
      books.append(Book(id: row.integer(0), title: row.text(1), author: row.text(2), stars: Int(row.integer(3))))
    }
    return isReversed ? books.reversed() : books
  }

  /// Writes edits in a transaction, without those that a constraint of the table refuses.
  static func write(_ edits: [Edit], in connection: Connection.Session) throws -> [Edit.ID: String] {
    try connection.transaction {
      var refused: [Edit.ID: String] = [:]
      for edit in edits {
        do {
          try connection.run(
            "UPDATE book SET stars = ? WHERE id = ?", [.integer(Int64(edit.new)), .integer(edit.book)])
        } catch let error as DatabaseError where error.isConstraint {
          refused[edit.id] = error.text
        }
      }
      return refused
    }
  }

  /// Adds books that are made up, in one transaction.
  public func fill(_ ids: ClosedRange<Int64>) throws {
    try connection.performAndWait { connection in
      try connection.transaction {
        for id in ids {
          let book = Self.invented(id)
          try connection.run(
            "INSERT INTO book VALUES (?, ?, ?, ?)",
            [.integer(id), .text(book.title), .text(book.author), .integer(Int64(book.stars))])
        }
      }
    }
  }

  /// The number of rows.
  public func count() throws -> Int {
    try connection.performAndWait { connection in
      var count = 0
      try connection.forEachRow("SELECT count(*) FROM book") { count = Int($0.integer(0)) }
      return count
    }
  }

  /// The same book for the same number in each process.
  static func invented(_ id: Int64) -> Book {
    let number = UInt64(bitPattern: id) &* 0x9E37_79B9_7F4A_7C15
    func word(_ words: [String], _ shift: UInt64) -> String { words[Int((number >> shift) % UInt64(words.count))] }
    return Book(
      id: id, title: "\(word(adjectives, 10)) \(word(nouns, 20)) \(id)",
      author: "\(word(names, 30)) \(word(families, 40))", stars: Int((number >> 50) % 6))
  }

  private static let adjectives = [
    "Ancient", "Bitter", "Crimson", "Distant", "Endless", "Final", "Golden", "Hidden", "Iron", "Jade", "Kind", "Lost",
    "Midnight", "Northern", "Open", "Pale", "Quiet", "Restless", "Silver", "Twisted", "Unwritten", "Velvet", "Winter",
    "Yellow", "Zealous",
  ]
  private static let nouns = [
    "Anchor", "Bridge", "Castle", "Door", "Engine", "Forest", "Garden", "Harbor", "Island", "Journey", "Key", "Lantern",
    "Mirror", "Night", "Ocean", "Promise", "Question", "River", "Shadow", "Tower", "Umbrella", "Voyage", "Window",
  ]
  private static let names = [
    "Ada", "Bela", "Clara", "Dora", "Emil", "Femi", "Greta", "Hugo", "Iris", "Jun", "Kofi", "Lea",
  ]
  private static let families = [
    "Adams", "Bauer", "Costa", "Diaz", "Evans", "Fischer", "Garcia", "Hansen", "Ito", "Jones",
  ]
}

extension PageRequest.Start {
  fileprivate var place: Place? {
    switch self {
    case .first, .last: nil
    case .at(let place), .after(let place), .before(let place): place
    }
  }
}
