public import Puredux

/// What the model asks of a database. `BookDatabase` answers with SQLite; another package would answer with its own
/// connection, and a test with closures.
public struct BookSource: Sendable {
  /// Reads at most as many rows as requested, in the order of the list.
  public var page: @Sendable (_ request: PageRequest) async throws -> [Book]
  /// Writes edits in order, in one transaction. Returns the reason for each edit that the database refuses.
  public var write: @Sendable (_ edits: [Edit]) async throws -> [Edit.ID: String]
  /// A number that is different after another connection has changed the database.
  public var version: @Sendable () async throws -> Int

  public init(
    page: @escaping @Sendable (_ request: PageRequest) async throws -> [Book],
    write: @escaping @Sendable (_ edits: [Edit]) async throws -> [Edit.ID: String],
    version: @escaping @Sendable () async throws -> Int
  ) {
    (self.page, self.write, self.version) = (page, write, version)
  }

  /// A source without rows.
  public static let empty = BookSource(page: { _ in [] }, write: { _ in [:] }, version: { 0 })
}

extension Dependencies {
  @DependencyEntry public var books = BookSource.empty
}
