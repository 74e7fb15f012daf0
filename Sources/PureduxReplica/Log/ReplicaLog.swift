public import Foundation

/// A log that gives the entries of all replicas one order.
///
/// A log consists of five functions. It stores entries and snapshots without knowing the types of the actions, and
/// keeps three promises:
///
/// - The position of an entry never changes, and positions have no gaps.
/// - An entry is ignored if its number is not greater than the last number of its client, and refused if it would leave
///   a gap in the client's numbers. Appending entries again after an error is therefore harmless.
/// - When `append` returns, the entries survive the end of this process.
public struct ReplicaLog: Sendable {
  /// Returns a number for a new client, which no client has had before.
  public let newClient: @Sendable () async throws -> UInt64
  /// Appends entries of one client, in order. Throws `ReplicaClientClosed` if the client has been closed.
  public let append: @Sendable (_ entries: [ReplicaEntry]) async throws -> Void
  /// Returns some of the entries after a position; nil if there are none. If the position is nil, or if the entries
  /// after it are gone, the batch has the snapshot of the last compaction.
  public let read: @Sendable (_ position: UInt64?) async throws -> ReplicaBatch?
  /// Returns a stream that yields whenever there may be something to read. It may yield without reason.
  public let changes: @Sendable () -> AsyncStream<Void>
  /// Replaces the entries up to the snapshot's position by the snapshot. The first snapshot, at position 0, is the
  /// initial document of all replicas; another snapshot at a position that is not later than the last one is ignored.
  public let compact: @Sendable (_ snapshot: ReplicaSnapshot) async throws -> Void
  /// Counts the times that the process ends while it reduces an entry; nil if the log has no place to count.
  private(set) var trapCounter: TrapCounter?
  /// Like `read`, for a document that is only shown; `read` itself if nil.
  private(set) var readToShow: (@Sendable (_ position: UInt64?) async throws -> ReplicaBatch?)?
  /// Exchanges entries with another log while a store uses this one.
  private(set) var bridge: LogChain?

  /// Creates a log from its five functions.
  public init(
    newClient: @escaping @Sendable () async throws -> UInt64,
    append: @escaping @Sendable (_ entries: [ReplicaEntry]) async throws -> Void,
    read: @escaping @Sendable (_ position: UInt64?) async throws -> ReplicaBatch?,
    changes: @escaping @Sendable () -> AsyncStream<Void>,
    compact: @escaping @Sendable (_ snapshot: ReplicaSnapshot) async throws -> Void
  ) {
    (self.newClient, self.append, self.read) = (newClient, append, read)
    (self.changes, self.compact) = (changes, compact)
  }
}

extension ReplicaLog {
  /// Returns this log with a place for a trap counter, and a function that reads what is only shown.
  func counting(
    _ counter: TrapCounter,
    showing readToShow: (@Sendable (_ position: UInt64?) async throws -> ReplicaBatch?)? = nil
  ) -> ReplicaLog {
    var log = self
    (log.trapCounter, log.readToShow) = (counter, readToShow)
    return log
  }

  /// Returns this log with a bridge to another one, and with the trap counter of the log of its machine.
  func bridged(
    _ bridge: LogChain, like machine: ReplicaLog,
    showing readToShow: @escaping @Sendable (_ position: UInt64?) async throws -> ReplicaBatch?
  ) -> ReplicaLog {
    var log = self
    (log.bridge, log.trapCounter, log.readToShow) = (bridge, machine.trapCounter, readToShow)
    return log
  }
}

extension ReplicaLog {
  /// Reads the document once, without a store, for example for the timeline of a widget.
  ///
  /// The document contains the actions that earlier runs of this helper have entered. Nothing is written.
  ///
  /// ```swift
  /// let log = ReplicaLog.files(folder, helper: "widget")
  /// let list = try await log.document(ShoppingList()) { (list, action: ListAction) in try list.reduce(action) }
  /// ```
  ///
  /// Throws a `ReplicaProblem` if an entry cannot be decoded, and the error of the log if it cannot be read now.
  ///
  /// - Parameters:
  ///   - initial: The document of a new log.
  ///   - version: The version of this program, as for a store.
  ///   - parts: The parts of the document; nil to copy the document before each action.
  ///   - migrate: Decodes an action of this version or an earlier one.
  ///   - reducer: Changes the document, or throws to reject the action.
  public func document<Document: Codable & Sendable, Shared: Codable & Sendable>(
    _ initial: Document, version: UInt32 = 1, parts: [ReplicaPart<Document>]? = nil,
    migrate: @escaping @Sendable (_ version: UInt32, _ data: Data) throws -> Shared = { try decodeShared($1) },
    reducer: @escaping @Sendable (inout Document, Shared) throws -> Void
  ) async throws -> Document {
    let rules = ReplicaRules<Document, Shared>(parts: parts, mayReject: true, reducer: reducer)
    let coding = ReplicaCoding<Document, Shared>(version: version, decode: migrate)
    var state = ReplicaState<Document, Shared>(initial)
    let read = readToShow ?? read
    while let batch = try await read(state.fold.hasStarted ? state.fold.position : nil) {
      let before = (state.fold.position, state.fold.hasStarted)
      if batch.snapshot != nil || state.fold.hasStarted { state.reduce(.received(coding.decoded(batch)), rules) }
      state.reduce(.adopted(try batch.waiting.map { try coding.decoded($0) }, isAll: batch.allWaiting), rules)
      if let problem = state.fold.problem { throw problem }
      if (state.fold.position, state.fold.hasStarted) == before { break }
    }
    return state.fold.document
  }
}

/// An error that a log throws if a client's place in the log was closed, for example while its process was suspended.
///
/// The client's entries that are not in the log are appended again under a new client.
public struct ReplicaClientClosed: Error {
  /// Creates the error.
  public init() {}
}

/// An error that a log throws if this process may no longer use it.
struct ReplicaLogClosed: Error {}

/// An error that a log throws if it has lost entries that this process has read, because a file was damaged.
struct ReplicaLogShortened: Error {
  /// The position of the last entry.
  let position: UInt64
}
