internal import Foundation

/// Carries entries between a store and a log, in a task that ends with the store.
///
/// The link reads before it appends, and tries again after errors. A replica that has stopped still appends its own
/// entries: programs of later versions know their version.
struct ReplicaLink<Document: Codable & Sendable, Action: Codable & Sendable> {
  private let store: WeakStore<ReplicaState<Document, Action>, ReplicaStep<Document, Action>>
  private let log: ReplicaLog
  private let coding: ReplicaCoding<Document, Action>
  private let context: StoreContext
  /// The document with which a new log begins.
  private let initial: Document
  private var checkpoints: ReplicaCheckpoints<Document>
  private var traps: TrapGuard
  /// Whether the replica's entries have a client.
  private var isNamed = false

  /// The largest number of entries that are appended at once.
  private static var mostEntries: Int { 256 }

  init(
    _ store: WeakStore<ReplicaState<Document, Action>, ReplicaStep<Document, Action>>, _ log: ReplicaLog,
    _ coding: ReplicaCoding<Document, Action>, initial: Document, _ context: StoreContext
  ) {
    (self.store, self.log, self.coding, self.initial, self.context) = (store, log, coding, initial, context)
    checkpoints = ReplicaCheckpoints(version: coding.version)
    traps = TrapGuard(log.trapCounter, version: coding.version)
  }

  /// Exchanges entries at each wake, until the task is cancelled or the replica has stopped for good.
  mutating func run(_ loop: ExchangeLoop) async {
    let store = store
    await loop.run([log.changes()], spread: { store.strong()?.withState { $0.fold.client } ?? 0 }) {
      do {
        try await exchange()
        return true
      } catch is ReplicaClientClosed {
        isNamed = false
        loop.wake.yield()
        return true
      } catch is ReplicaLogClosed {
        await send(.stopped(.logClosed))
        return false
      } catch let problem as ReplicaProblem {
        await send(.stopped(problem))
        return false
      }
    }
  }

  private func send(_ step: ReplicaStep<Document, Action>) async { await store.strong()?.send(step) }

  /// Reads a part of the state without retaining the document, which a turn could otherwise not change in place.
  private func read<Part>(_ part: (ReplicaState<Document, Action>) -> Part) -> Part? {
    store.strong()?.withState(part)
  }

  private mutating func exchange() async throws {
    try await pull()
    if !isNamed {
      // The entries that an earlier client has in the log were confirmed just now: only the rest is renamed.
      await send(.renamed(client: try await log.newClient()))
      isNamed = true
    }
    if try await push() { try await pull() }
  }

  /// Appends the entries that the log has not accepted. Returns whether there were any.
  private func push() async throws -> Bool {
    var isPushed = false
    while true {
      let rest = read { state in
        let rest = state.fold.pending.drop { $0.isAccepted }
        return Array(rest.prefix(Self.mostEntries).prefix { !$0.isAccepted && $0.id.client == rest.first?.id.client })
      }
      guard let rest, let last = rest.last else { return isPushed }
      var entries: [ReplicaEntry] = []
      var refused: ReplicaStep<Document, Action>?
      for pending in rest {
        do { entries.append(try coding.encoded(pending)) } catch {
          refused = .refused(pending.id, error)
          break
        }
      }
      if !entries.isEmpty {
        try await log.append(entries)
        await send(.accepted(entries.last?.id ?? last.id))
        isPushed = true
      }
      if let refused { await send(refused) }
    }
  }

  /// Reads until the log has nothing more.
  private mutating func pull() async throws {
    while let start = read({ Progress($0.fold) }), start.follows {
      let batch: ReplicaBatch
      do {
        guard let next = try await log.read(start.wanted) else { return }
        batch = next
      } catch let error as ReplicaLogShortened {
        await send(.stopped(.diverged(position: error.position)))
        continue
      }
      if batch.snapshot == nil, start.wanted == nil, batch.wantsSnapshot {
        try await log.compact(
          ReplicaSnapshot(position: 0, version: coding.version, numbers: [:], document: ReplicaJSON.data(initial)))
        continue
      }
      await receive(batch)
      if batch.wantsSnapshot { try await compact() }
      try await finishCheckpoints(batch)
      if read({ Progress($0.fold) }) == start { return }
    }
  }

  /// Compacts the log at the position of this replica. Pending actions are reverted on a copy, outside the turn.
  private mutating func compact() async throws {
    guard var fold = read({ $0.fold }), !fold.isLost, fold.revertPending() else { return }
    let document = fold.copy ?? fold.document
    let present = DocumentMark(id: nil, position: fold.position, document: document, numbers: fold.numbers)
    try await checkpoints.begin(present, log, context)
  }

  private mutating func receive(_ batch: ReplicaBatch) async {
    if batch.snapshot != nil || !batch.entries.isEmpty {
      var rest = coding.decoded(batch)
      repeat {
        guard let part = traps.begin(&rest) else {
          context.report(.trapped(at: rest.position, document: "\(Document.self)"))
          return await send(.stopped(.trapped(position: rest.position)))
        }
        await send(.received(part))
        traps.finish(rest.position)
      } while !rest.entries.isEmpty
    }
    guard batch.allWaiting || !batch.waiting.isEmpty else { return }
    let fold = read { (position: $0.fold.position, known: Set($0.fold.pending.map(\.inputs))) }
    // A replica that has stopped within the batch has not confirmed all that no longer waits.
    guard let fold, !batch.allWaiting || fold.position == batch.end else { return }
    await send(.adopted(coding.decoded(waiting: batch.waiting, pending: fold.known), isAll: batch.allWaiting))
  }

  /// Computes the digests of the marks in a batch, and compares them with those of other replicas.
  private mutating func finishCheckpoints(_ batch: ReplicaBatch) async throws {
    if let marks = read({ $0.fold.marks }), let last = marks.last {
      await send(.marksTaken(position: last.position))
      for mark in marks { try await checkpoints.finish(mark, log, context) }
    }
    if let position = checkpoints.divergence(in: batch.entries) {
      context.report(.diverged(at: position, document: "\(Document.self)"))
      await send(.stopped(.diverged(position: position)))
    }
  }

  /// What a read of the log depends on, and changes.
  private struct Progress: Equatable {
    let position: UInt64
    let needsSnapshot: Bool
    let follows: Bool

    init(_ fold: ReplicaFold<Document, Action>) {
      position = fold.position
      needsSnapshot = fold.isLost || !fold.hasStarted
      follows = fold.problem?.needsSnapshot ?? true
    }

    /// The position to read after; nil to read the snapshot.
    var wanted: UInt64? { needsSnapshot ? nil : position }
  }
}
