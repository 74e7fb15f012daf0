import Foundation
import Puredux

// SQL: the work of SAV, RES and SAV-stream with SQLite and a write-ahead log, if the machine has SQLite.
extension Workload {
  static let database: [Workload] = [
    Workload("SQL-100k", "one of 100,000 rows changes, and is committed by SQLite, fully synchronous", actions: 2_000) {
      meter in
      guard let table = ArticleTable(of: 100_000, &meter) else { return }
      meter.measureWritten { actions in
        for number in 0..<actions {
          var article = Article(number % 1_000)
          article.words += number
          table.transaction { table.replace(article) }
        }
      }
    },
    Workload("SQL-stream", "… 1,000 scattered rows a second, in two transactions", actions: 10_000) { meter in
      guard let table = ArticleTable(of: 100_000, &meter) else { return }
      meter.measureWritten { actions in
        for first in stride(from: 0, to: actions, by: 500) {
          table.transaction {
            for number in first..<min(first + 500, actions) {
              var article = Article(scattered(number))
              article.words += number
              table.replace(article)
            }
          }
        }
        // Includes the checkpoint, because until then the changes are only in the log.
        table.checkpoint()
      }
    },
    Workload("SQL-restore", "100,000 rows are read in their order, and decoded", actions: 1) { meter in
      guard let table = ArticleTable(of: 100_000, &meter) else { return }
      meter.measure(actions: 1) { precondition(OrderedState(table.all()).count == 100_000) }
    },
  ]
}

/// Articles as JSON in a table with an index for their order.
private final class ArticleTable {
  private let library: SQLite
  private let folder = BenchmarkFolder()
  private let database: OpaquePointer
  private let update: OpaquePointer
  private let encoder = JSONEncoder()

  /// Nil, so that the workload is skipped, if there is no SQLite.
  init?(of count: Int, _ meter: inout Meter) {
    guard let library = SQLite() else {
      meter.skip("there is no libsqlite3 here")
      return nil
    }
    self.library = library
    database = library.open(folder.file("database").path)
    for statement in [
      "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
      "CREATE TABLE articles (id INTEGER PRIMARY KEY, place INTEGER, content BLOB)",
      "CREATE INDEX places ON articles (place)",
    ] { library.run(statement, database) }
    update = library.prepare("UPDATE articles SET content = ?1 WHERE id = ?2", database)
    encoder.outputFormatting = .sortedKeys
    let insert = library.prepare("INSERT INTO articles (content, id, place) VALUES (?1, ?2, ?2)", database)
    transaction { for id in 0..<count { write(Article(id), by: insert) } }
    _ = library.finalize(insert)
    checkpoint()
  }

  deinit {
    _ = library.finalize(update)
    _ = library.close(database)
  }

  func transaction(_ body: () -> Void) {
    library.run("BEGIN", database)
    body()
    library.run("COMMIT", database)
  }

  func checkpoint() { library.run("PRAGMA wal_checkpoint(TRUNCATE)", database) }

  func replace(_ article: Article) { write(article, by: update) }

  private func write(_ article: Article, by statement: OpaquePointer) {
    guard let content = try? encoder.encode(article) else { preconditionFailure("an article can be encoded") }
    content.withUnsafeBytes { bytes in
      _ = library.bindBlob(statement, 1, bytes.baseAddress, Int32(bytes.count), nil)
      _ = library.bindInteger(statement, 2, Int64(article.id))
      precondition(library.step(statement) == SQLite.done)
    }
    _ = library.reset(statement)
  }

  /// All articles, decoded in batches as by a journal.
  func all() -> [Article] {
    let select = library.prepare("SELECT content FROM articles ORDER BY place", database)
    defer { _ = library.finalize(select) }
    let decoder = JSONDecoder()
    var (articles, batch, count) = ([Article](), Data("[".utf8), 0)
    func decodeBatch() {
      batch.append(UInt8(ascii: "]"))
      guard let decoded = try? decoder.decode([Article].self, from: batch) else {
        preconditionFailure("it was encoded")
      }
      articles += decoded
      (batch, count) = (Data("[".utf8), 0)
    }
    while library.step(select) == SQLite.row {
      if count > 0 { batch.append(UInt8(ascii: ",")) }
      if let bytes = library.columnBlob(select, 0) {
        batch.append(bytes.assumingMemoryBound(to: UInt8.self), count: Int(library.columnSize(select, 0)))
      }
      count += 1
      if count == 512 { decodeBatch() }
    }
    if count > 0 { decodeBatch() }
    return articles
  }
}

/// The functions of SQLite that the workloads call, looked up at run time: no build depends on them.
private struct SQLite {
  static let (row, done): (Int32, Int32) = (100, 101)

  private let openFile: @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  private let execute:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
    ) -> Int32
  private let prepareText:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>, OpaquePointer?
    ) -> Int32
  let bindBlob: @convention(c) (OpaquePointer, Int32, UnsafeRawPointer?, Int32, OpaquePointer?) -> Int32
  let bindInteger: @convention(c) (OpaquePointer, Int32, Int64) -> Int32
  let step: @convention(c) (OpaquePointer) -> Int32
  let reset: @convention(c) (OpaquePointer) -> Int32
  let finalize: @convention(c) (OpaquePointer) -> Int32
  let close: @convention(c) (OpaquePointer) -> Int32
  let columnBlob: @convention(c) (OpaquePointer, Int32) -> UnsafeRawPointer?
  let columnSize: @convention(c) (OpaquePointer, Int32) -> Int32

  /// Nil if the system has no SQLite.
  init?() {
    let names = ["libsqlite3.so.0", "libsqlite3.so", "libsqlite3.dylib"]
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else { return nil }
    // SAFETY: the types are the types of the functions in SQLite's documented interface, which does not change.
    func function<Function>(_ name: String) -> Function {
      guard let address = dlsym(library, "sqlite3_" + name) else { preconditionFailure("SQLite has no \(name)") }
      return unsafeBitCast(address, to: Function.self)
    }
    (openFile, execute, prepareText) = (function("open"), function("exec"), function("prepare_v2"))
    (bindBlob, bindInteger) = (function("bind_blob"), function("bind_int64"))
    (step, reset, finalize, close) = (function("step"), function("reset"), function("finalize"), function("close"))
    (columnBlob, columnSize) = (function("column_blob"), function("column_bytes"))
  }

  func open(_ path: String) -> OpaquePointer {
    var database: OpaquePointer?
    precondition(openFile(path, &database) == 0)
    guard let database else { preconditionFailure("SQLite opened nothing") }
    return database
  }

  func run(_ statement: String, _ database: OpaquePointer) {
    precondition(execute(database, statement, nil, nil, nil) == 0, statement)
  }

  func prepare(_ text: String, _ database: OpaquePointer) -> OpaquePointer {
    var statement: OpaquePointer?
    precondition(prepareText(database, text, -1, &statement, nil) == 0, text)
    guard let statement else { preconditionFailure("SQLite prepared nothing") }
    return statement
  }
}
