import BookDatabase
import BookModel
import ExampleCommandLine
import ExampleTerminal
import Foundation
import Puredux

/// Shows a table of a million books in the terminal. Without a terminal, it prints the first page.
@main
enum Books {
  static func main() async throws {
    StandardStreams.prepare()
    var (file, count, measures): (String?, Int64, Bool) = (nil, 1_000_000, false)
    SmallProgram.start(
      "Books", about: "Shows a large table in the terminal; the state holds only a window of its rows.",
      options: "[--file PATH] [--rows COUNT] [--measure]",
      usage: """
          --file PATH    the database file; without it, a database in memory
          --rows COUNT   number of books to add to an empty database; by default, a million
          --measure      compare reads and writes through a store with direct reads and writes
        """
    ) { name, value in
      switch name {
      case "--file":
        file = value()
        return file != nil
      case "--rows":
        guard let number = value().flatMap({ Int64($0) }), number > 0 else { return false }
        count = number
      case "--measure": measures = true
      default: return false
      }
      return true
    }
    let connection: Connection
    let table: BookTable
    do {
      connection = try Connection(file)
      table = try BookTable(connection)
      if try table.count() == 0 { try table.fill(1...count) }
    } catch {
      StandardStreams.reportLine("Books: the database cannot be used: \(error)")
      exit(EX_NOINPUT)
    }
    if measures { return try await Measurement(table, connection).run() }
    let store = Dependencies.with {
      $0.books = table.source
    } operation: {
      StateStore(feature: Shelf()) { $0.reduce($1) }
    }
    if let session = try TerminalSession.start() {
      let status = await BooksWindow(store, session).run()
      // What the user has done is in the database before the program ends.
      for await shelf in store.states() where shelf.edits.isEmpty || shelf.writing.isFailed { break }
      session.close()
      exit(status)
    }
    for await shelf in store.states() where !shelf.reading.isInProgress {
      if let message = shelf.message { StandardStreams.reportLine("Books: \(message)") }
      try StandardStreams.printLines(shelf.books.prefix(20).map { BooksScreen.line($0, columns: 80) })
      return
    }
  }
}
