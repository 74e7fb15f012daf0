internal import PureduxFiles

/// Reads a journal from any process, without a lock.
struct JournalReader {
  private let generations: JournalGenerations
  private var current: (generation: UInt64, file: RecordFile)?
  /// The number of entries that were read from the file, including those of its snapshot.
  private var position: UInt64 = 0
  private var isClosed = false

  private static let mostAttempts = 8

  init(_ generations: JournalGenerations) { self.generations = generations }

  /// Creates a reader of the last complete generation, although it is closed; nil if there is none.
  init?(closed generations: JournalGenerations) throws(FileFailure) {
    guard let newest = try generations.newest(), let file = try generations.lastComplete(before: newest) else {
      return nil
    }
    self.generations = generations
    (current, isClosed) = ((newest, file), true)
  }

  /// Whether the last read has reached the end of the journal, or there is no journal yet.
  func isAtEnd() throws(FileFailure) -> Bool {
    if current != nil { return true }
    return try generations.newest() == nil
  }

  /// Whether the file is damaged after what was read.
  func isDamaged() throws(FileFailure) -> Bool { try current?.file.isDamaged() ?? false }

  /// Reads some entries after a position, or the snapshot; nil if there is nothing, or if the journal is being replaced.
  mutating func read(after wanted: UInt64?) throws -> ReplicaBatch? {
    if isClosed, let current { return try read(current.file, after: wanted) }
    for _ in 0..<Self.mostAttempts {
      if let current, try !generations.isLast(current.generation, current.file) { self.current = nil }
      if current == nil || wanted == nil || wanted.map({ $0 < position }) == true {
        current = try generations.last()
        position = 0
      }
      guard let current else { return nil }
      let batch = try read(current.file, after: wanted)
      // What a closed generation still receives is not read.
      if try generations.isLast(current.generation, current.file) {
        if let wanted, wanted > position { throw ReplicaLogShortened(position: position) }
        return batch
      }
      self.current = nil
    }
    return nil
  }

  private mutating func read(_ file: RecordFile, after wanted: UInt64?) throws(FileFailure) -> ReplicaBatch? {
    var (snapshot, entries) = (ReplicaSnapshot?.none, [ReplicaEntry]())
    while true {
      let records = try file.read()
      if records.isEmpty { break }
      for record in records {
        switch record {
        case .start: break
        case .snapshot(let found, _):
          position = found.position
          if wanted.map({ $0 < found.position }) ?? true { snapshot = found }
        case .entry(let entry):
          position += 1
          if wanted.map({ $0 < position }) ?? true { entries.append(entry) }
        }
      }
      if snapshot != nil || !entries.isEmpty { break }
    }
    // A journal begins with a snapshot, which the application has not written yet.
    if wanted == nil ? snapshot == nil : snapshot == nil && entries.isEmpty { return nil }
    return ReplicaBatch(after: position - UInt64(entries.count), entries, snapshot: snapshot)
  }
}
