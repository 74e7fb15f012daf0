internal import Foundation
internal import PureduxFiles

/// Stores what a process is reducing, in a place that survives the process.
struct TrapCounter: Sendable {
  /// The entries that are being reduced, and the number of processes that have ended while reducing them.
  struct Mark: Hashable, Codable, Sendable {
    /// The position before the first of the entries.
    var position: UInt64
    /// The position of the last of the entries.
    var end: UInt64
    /// The version of the program that reduced them: another version may succeed.
    var version: UInt32
    var count: UInt32
  }

  let load: @Sendable () -> Mark?
  /// Stores a mark; nil when the entries have been reduced.
  let store: @Sendable (Mark?) -> Void

  /// A counter in a file. A mark that cannot be stored is not counted, and neither is a damaged one.
  static func file(_ name: String, in folder: String, _ files: FileSystem = .system) -> TrapCounter {
    TrapCounter {
      try? JSONDecoder().decode(Mark.self, from: OpenFolder(folder, files).open(name, .read).read())
    } store: { mark in
      guard let data = mark.map({ try? JSONEncoder().encode($0) }) ?? Data() else { return }
      try? OpenFolder.create(folder, isSynced: false, files)
      guard let file = try? OpenFolder(folder, files).open(name, .lock) else { return }
      try? file.truncate(to: 0)
      try? file.write(data)
    }
  }
}

/// Stops a replica before an entry at which the process has ended three times.
///
/// After a process has ended while reducing several entries, these entries are reduced one by one. As a result, the
/// replica finds the entry, and follows the log up to it.
struct TrapGuard {
  private let counter: TrapCounter?
  private let version: UInt32
  /// The entries that the last process was reducing when it ended.
  private var suspect: TrapCounter.Mark?

  private static let mostEnds = 3

  init(_ counter: TrapCounter?, version: UInt32) {
    (self.counter, self.version) = (counter, version)
    if let mark = counter?.load(), mark.version == version {
      suspect = mark
      suspect?.count += 1
    }
  }

  /// Takes the entries that may be reduced together from a batch, and marks them. Returns nil if the first entry of the
  /// batch must not be reduced.
  mutating func begin<Document, Action>(
    _ batch: inout DecodedBatch<Document, Action>
  ) -> DecodedBatch<Document, Action>? {
    guard let counter else { return batch.takeFirst(batch.entries.count) }
    var (taken, ends) = (batch.entries.count, UInt32(0))
    if let suspect, !batch.entries.isEmpty, suspect.position < batch.end, suspect.end > batch.position {
      // The last process has reduced the entries before the suspect ones, so the stored mark stays.
      if suspect.position > batch.position { return batch.takeFirst(Int(clamping: suspect.position - batch.position)) }
      if suspect.count >= Self.mostEnds, suspect.end == suspect.position + 1 { return nil }
      (taken, ends) = (1, suspect.count)
    }
    let part = batch.takeFirst(taken)
    counter.store(TrapCounter.Mark(position: part.position, end: part.end, version: version, count: ends))
    return part
  }

  /// The entries up to this position have been reduced.
  mutating func finish(_ position: UInt64) {
    if let suspect, position < suspect.end { return }
    suspect = nil
    counter?.store(nil)
  }
}

extension DecodedBatch {
  /// The position of the last entry.
  fileprivate var end: UInt64 { position + UInt64(entries.count) }

  /// Removes and returns the first entries, with the snapshot. The problem is that of the last entries.
  fileprivate mutating func takeFirst(_ count: Int) -> DecodedBatch {
    var first = DecodedBatch(position: position, Array(entries.prefix(count)), snapshot: snapshot)
    var rest = DecodedBatch(position: first.end, Array(entries.dropFirst(count)))
    if rest.entries.isEmpty { first.problem = problem } else { rest.problem = problem }
    self = rest
    return first
  }
}
