public import Puredux
internal import CSQLite
internal import Dispatch

/// An error that SQLite reports.
public struct DatabaseError: TransientError, Hashable, CustomStringConvertible {
  public let code: Int32
  public let text: String

  /// Whether another connection has locked the database, so that the same request may succeed later.
  public var isTransient: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) }
  /// Whether a constraint of a table refuses the change.
  var isConstraint: Bool { code & 0xFF == SQLITE_CONSTRAINT }
  public var description: String { text }
}

/// A connection to a database, used on a queue of its own.
///
/// This takes the place of a library such as GRDB, whose `DatabaseQueue` has the same role.
public final class Connection: @unchecked Sendable {
  // SAFETY: the handle and the statements are used only on the queue; `deinit` is the last use.
  private let queue = DispatchQueue(label: "database")
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// Opens a database, or creates it. Without a path, the database is in memory.
  public init(_ path: String? = nil) throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let status = sqlite3_open_v2(path ?? ":memory:", &handle, flags, nil)
    guard let handle else { throw DatabaseError(code: SQLITE_NOMEM, text: "out of memory") }
    self.handle = handle
    guard status == SQLITE_OK else { throw error }
    try run("PRAGMA journal_mode = WAL", [])
    try run("PRAGMA synchronous = NORMAL", [])
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(handle)
  }

  private var error: DatabaseError {
    DatabaseError(code: sqlite3_extended_errcode(handle), text: String(cString: sqlite3_errmsg(handle)))
  }

  /// Performs `body` on the connection's queue.
  public func perform<Result: Sendable>(
    _ body: @escaping @Sendable (_ connection: Session) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body(Session(connection: self)) }) }
    }
  }

  /// Performs `body` on the connection's queue, and waits for it.
  public func performAndWait<Result>(_ body: (_ connection: Session) throws -> Result) rethrows -> Result {
    try queue.sync { try body(Session(connection: self)) }
  }

  /// The use of a connection on its queue.
  public struct Session {
    fileprivate let connection: Connection

    /// Calls `row` with each row of a query.
    public func forEachRow(
      _ sql: String, _ values: [Value] = [], _ row: (_ row: Row) throws -> Void
    ) throws {
      try connection.forEachRow(sql, values, row)
    }

    public func run(_ sql: String, _ values: [Value] = []) throws { try connection.run(sql, values) }

    /// Performs `body` in a transaction, which is rolled back if it throws.
    public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
      try connection.run("BEGIN IMMEDIATE", [])
      do {
        let result = try body()
        try connection.run("COMMIT", [])
        return result
      } catch {
        try? connection.run("ROLLBACK", [])
        throw error
      }
    }
  }

  public enum Value: Sendable {
    case integer(Int64)
    case text(String)
  }

  /// A row of a result, which is valid until the next row.
  public struct Row {
    fileprivate let statement: OpaquePointer

    public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    public func text(_ column: Int32) -> String {
      // SAFETY: SQLite returns as many bytes as it counts, which stay in place until the next step.
      guard let bytes = sqlite3_column_text(statement, column) else { return "" }
      let count = Int(sqlite3_column_bytes(statement, column))
      return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
  }

  private func run(_ sql: String, _ values: [Value]) throws { try forEachRow(sql, values) { _ in } }

  private func forEachRow(_ sql: String, _ values: [Value], _ row: (Row) throws -> Void) throws {
    let statement = try statement(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      switch value {
      case .integer(let number): sqlite3_bind_int64(statement, Int32(index + 1), number)
      case .text(var text):
        // SQLite copies the text.
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        text.withUTF8 { bytes in
          let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
          _ = sqlite3_bind_text(statement, Int32(index + 1), start, Int32(bytes.count), copies)
        }
      }
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try row(Row(statement: statement))
      case SQLITE_DONE: return
      default: throw error
      }
    }
  }

  private func statement(_ sql: String) throws -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var handle: OpaquePointer?
    guard sqlite3_prepare_v2(self.handle, sql, -1, &handle, nil) == SQLITE_OK, let handle else { throw error }
    statements[sql] = handle
    return handle
  }
}
