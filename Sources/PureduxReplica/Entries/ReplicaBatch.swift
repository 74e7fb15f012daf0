internal import Foundation

/// A document at a position, which replaces all entries up to that position.
public struct ReplicaSnapshot: Hashable, Codable, Sendable {
  /// The number of entries that the document contains.
  public let position: UInt64
  let version: UInt32
  /// The number of the last entry of each client up to the position.
  var numbers: [UInt64: UInt64]
  let document: Data
}

/// The contents of a log after a position.
public struct ReplicaBatch: Hashable, Codable, Sendable {
  /// Replaces the document, if the log no longer has all entries after the requested position.
  let snapshot: ReplicaSnapshot?
  /// The position before the first entry of the batch.
  let position: UInt64
  let entries: [ReplicaEntry]
  var wantsSnapshot: Bool
  private(set) var waiting: [ReplicaEntry]
  /// Whether the waiting entries are all that the log has accepted and not ordered yet, in their order.
  private(set) var allWaiting = false

  package var isEmpty: Bool { snapshot == nil && entries.isEmpty }
  /// The position of the last entry.
  package var end: UInt64 { position + UInt64(entries.count) }

  /// Creates a batch.
  ///
  /// - Parameters:
  ///   - position: The position before the first of the entries: the requested position, or that of the snapshot.
  ///   - entries: Consecutive entries. They may be a part of what the log has; a replica reads until it receives nil.
  ///   - snapshot: The last compaction, if the requested position is nil or precedes it.
  ///   - wantsSnapshot: Whether the reader should call `compact`. A log without a snapshot always wants one; a log that
  ///     has grown should ask one reader at a time.
  ///   - waiting: Entries of earlier runs of this process that the log has accepted, but not ordered yet.
  public init(
    after position: UInt64, _ entries: [ReplicaEntry], snapshot: ReplicaSnapshot? = nil, wantsSnapshot: Bool = false,
    waiting: [ReplicaEntry] = []
  ) {
    (self.position, self.entries, self.snapshot) = (position, entries, snapshot)
    (self.wantsSnapshot, self.waiting) = (wantsSnapshot, waiting)
  }

  /// Returns this batch with all entries that the log has accepted and not ordered after the batch.
  func with(allWaiting waiting: [ReplicaEntry]) -> ReplicaBatch {
    var batch = self
    (batch.waiting, batch.allWaiting) = (waiting, true)
    return batch
  }
}
