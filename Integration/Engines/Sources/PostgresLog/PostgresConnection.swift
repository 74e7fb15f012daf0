internal import CPostgres

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An error of the database, or of the connection to it.
public struct PostgresError: Error {
  public let text: String
}

/// A connection, which opens again after an error.
final class PostgresConnection: @unchecked Sendable {
  // SAFETY: the connection is used on one queue, that of its owner.
  private let address: String
  private var raw: OpaquePointer?
  /// The statement that each new connection executes.
  private let first: String?

  init(_ address: String, first: String? = nil) { (self.address, self.first) = (address, first) }

  deinit { close() }

  func close() {
    if let raw { PQfinish(raw) }
    raw = nil
  }

  func open() throws {
    if raw != nil { return }
    raw = PQconnectdb(address)
    // What the server says about ended connections is in the errors, too.
    PQsetNoticeProcessor(raw, { _, _ in }, nil)
    guard PQstatus(raw) == CONNECTION_OK else { throw failure() }
    if let first { try execute(first) }
  }

  /// Executes a statement, or several statements if there are no parameters. Returns the rows as text.
  @discardableResult
  func execute(_ statement: String, _ parameters: [String?] = []) throws -> [[String?]] {
    try open()
    let copies = parameters.map { $0.map { strdup($0) } }
    defer { for copy in copies { free(copy ?? nil) } }
    let pointers = copies.map { $0.flatMap { $0.map { UnsafePointer<CChar>($0) } } }
    // SAFETY: the copies live until the end of this function, and libpq reads them only during the call.
    let result =
      parameters.isEmpty
      ? PQexec(raw, statement) : PQexecParams(raw, statement, Int32(pointers.count), nil, pointers, nil, nil, 0)
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
      let text = String(cString: PQresultErrorMessage(result))
      if PQstatus(raw) != CONNECTION_OK { close() }
      throw PostgresError(text: text)
    }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in
        PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
      }
    }
  }

  /// Waits for a notification. Returns whether there was one.
  func waitForNotification(milliseconds: Int32) throws -> Bool {
    var request = pollfd(fd: PQsocket(raw), events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) != 0 else { return false }
    guard PQconsumeInput(raw) == 1 else { throw PostgresError(text: String(cString: PQerrorMessage(raw))) }
    var count = 0
    while let notification = PQnotifies(raw) {
      count += 1
      PQfreemem(notification)
    }
    return count > 0
  }

  private func failure() -> PostgresError {
    let text = raw.map { String(cString: PQerrorMessage($0)) } ?? "no connection"
    close()
    return PostgresError(text: text)
  }
}
