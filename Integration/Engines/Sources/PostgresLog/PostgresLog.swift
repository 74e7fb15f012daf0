internal import Dispatch
internal import Foundation
public import PureduxReplica
internal import Synchronization

extension ReplicaLog {
  /// A log in a PostgreSQL database. The tables are created if needed.
  ///
  /// - Parameters:
  ///   - address: A connection string of libpq.
  ///   - name: The name of the log in the database.
  ///   - mostEntries: The number of entries after which a reader is asked for a snapshot.
  public static func postgres(_ address: String, name: String, mostEntries: Int = 5_000) -> ReplicaLog {
    let log = PostgresLog(address, name, mostEntries)
    return ReplicaLog(
      newClient: { UInt64.random(in: 1 ... .max) }, append: { try await log.append($0) },
      read: { try await log.read(after: $0) }, changes: { log.changes() }, compact: { try await log.compact($0) })
  }
}

/// A table of entries. A lock on the row of the log gives positions in the order of the commits, without gaps.
private final class PostgresLog: @unchecked Sendable {
  // SAFETY: the connection, and whether the tables exist, are used on `queue` only.
  private let (address, name, mostEntries): (String, String, Int)
  private let queue = DispatchQueue(label: "Puredux PostgreSQL")
  private let connection: PostgresConnection
  private var hasCreated = false

  private static let mostEntriesOfBatch = 1_000
  /// Other statements of the same kind wait, because `create … if not exists` fails if it runs twice at a time.
  private static let schema = """
    begin;
    select pg_advisory_xact_lock(57);
    create table if not exists replica_log (
      log text primary key, position bigint not null, start bigint not null, snapshot text, asked timestamptz);
    create table if not exists replica_client (
      log text, client text, number bigint not null, primary key (log, client));
    create table if not exists replica_entry (
      log text, position bigint, entry json not null, primary key (log, position));
    create or replace function replica_append(the_log text, the_client text, first bigint, entries json)
      returns boolean language plpgsql as $$
    declare at bigint; last bigint; skip bigint; size bigint := json_array_length(entries);
    begin
      -- One writer at a time: a sequence leaves gaps, and a reader skips an entry that commits late.
      select position into at from replica_log where log = the_log for update;
      select number into last from replica_client where log = the_log and client = the_client;
      skip := coalesce(last, 0) + 1 - first;
      if skip < 0 then return false; end if;
      if skip >= size then return true; end if;
      insert into replica_entry select the_log, at + i - skip, e
        from json_array_elements(entries) with ordinality as new(e, i) where i > skip;
      update replica_log set position = at + size - skip where log = the_log;
      insert into replica_client values (the_log, the_client, first + size - 1)
        on conflict (log, client) do update set number = excluded.number;
      perform pg_notify('replica', the_log);
      return true;
    end $$;
    create or replace function replica_compact(the_log text, at bigint, document text)
      returns void language plpgsql as $$
    begin
      update replica_log set start = at, snapshot = document, asked = null
        where log = the_log and at <= position and (snapshot is null or at > start);
      if found then delete from replica_entry where log = the_log and position <= at; end if;
    end $$;
    commit;
    """

  init(_ address: String, _ name: String, _ mostEntries: Int) {
    (self.address, self.name, self.mostEntries) = (address, name, mostEntries)
    connection = PostgresConnection(address)
  }

  private func run<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in continuation.resume(with: Swift.Result { try created(body) }) }
    }
  }

  private func created<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
    if !hasCreated {
      do { try connection.execute(Self.schema) } catch {
        // The transaction ends with the connection.
        connection.close()
        throw error
      }
      try connection.execute("insert into replica_log values ($1, 0, 0) on conflict do nothing", [name])
      hasCreated = true
    }
    return try body(connection)
  }

  func append(_ entries: [ReplicaEntry]) async throws {
    guard let first = entries.first else { return }
    let json = String(decoding: try JSONEncoder().encode(entries), as: UTF8.self)
    let isWhole = try await run { [name] connection in
      try connection.execute(
        "select replica_append($1, $2, $3, $4)", [name, "\(first.client)", "\(first.number)", json])
    }
    if isWhole.first?[0] != "t" { throw ReplicaClientClosed() }
  }

  func read(after position: UInt64?) async throws -> ReplicaBatch? {
    try await run { [name, mostEntries] connection in
      guard let position else { return try Self.start(name, connection) }
      // A statement sees one state of the database.
      let rows = try connection.execute(
        """
        select l.start, l.position, e.entry from replica_log l left join lateral (
          select position, entry from replica_entry e where e.log = l.log and e.position > $2
          order by position limit \(Self.mostEntriesOfBatch)) e on true
        where l.log = $1 order by e.position
        """, [name, "\(position)"])
      guard let start = rows.first?[0].flatMap(UInt64.init), let end = rows.first?[1].flatMap(UInt64.init) else {
        throw PostgresError(text: "there is no log \(name)")
      }
      if position < start { return try Self.start(name, connection) }
      let entries = try rows.compactMap { row in
        try row[2].map { try JSONDecoder().decode(ReplicaEntry.self, from: Data($0.utf8)) }
      }
      if !entries.isEmpty { return ReplicaBatch(after: position, entries) }
      guard end - start > UInt64(mostEntries) else { return nil }
      // Asks one reader at a time, because each of them would encode its document.
      let asked = try connection.execute(
        """
        update replica_log set asked = now() where log = $1 and coalesce(asked < now() - interval '10 seconds', true)
        returning 1
        """, [name])
      return asked.isEmpty ? nil : ReplicaBatch(after: position, [], wantsSnapshot: true)
    }
  }

  /// The snapshot of the last compaction. A log without one asks each reader for the initial document.
  private static func start(_ name: String, _ connection: PostgresConnection) throws -> ReplicaBatch {
    guard let json = try connection.execute("select snapshot from replica_log where log = $1", [name]).first?[0] else {
      return ReplicaBatch(after: 0, [], wantsSnapshot: true)
    }
    let snapshot = try JSONDecoder().decode(ReplicaSnapshot.self, from: Data(json.utf8))
    return ReplicaBatch(after: snapshot.position, [], snapshot: snapshot)
  }

  func compact(_ snapshot: ReplicaSnapshot) async throws {
    let json = String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self)
    try await run { [name] connection in
      try connection.execute("select replica_compact($1, $2, $3)", [name, "\(snapshot.position)", json])
      return
    }
  }

  /// Listens on a second connection. A new connection yields once, because notifications may have been missed.
  func changes() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { [address] continuation in
      let ending = Ending()
      continuation.onTermination = { _ in ending.isOver.withLock { $0 = true } }
      Thread.detachNewThread {
        let listener = PostgresConnection(address, first: "listen replica")
        while !ending.isOver.withLock({ $0 }) {
          do {
            try listener.open()
            continuation.yield()
            while !ending.isOver.withLock({ $0 }) {
              if try listener.waitForNotification(milliseconds: 200) { continuation.yield() }
            }
          } catch {
            listener.close()
            Thread.sleep(forTimeInterval: 0.1)
          }
        }
      }
    }
  }
}

/// Whether a listener must end.
private final class Ending: Sendable {
  let isOver = Mutex(false)
}

/// Disturbs a database.
public final class PostgresAdministration: Sendable {
  private let address: String

  public init(_ address: String) { self.address = address }

  /// Ends about a third of the other connections to the database. Returns their number.
  public func endConnections() throws -> Int {
    let connection = PostgresConnection(address)
    return try connection.execute(
      """
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database() and random() < 0.33
      """
    ).count
  }
}
