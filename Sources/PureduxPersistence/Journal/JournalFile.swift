internal import Foundation

/// Tracks the end and the parts of a journal file for the file's only writer.
///
/// The journal is compacted into a new file before its size exceeds twice the size of the snapshot, or the size of the
/// snapshot plus 64 KB, whichever is larger.
package struct JournalFile: Sendable {
  struct Part: Sendable, Equatable {
    var name: String
    var version: Int
    var isElements: Bool
  }

  /// The number of bytes that may always be appended before a compaction, however small the snapshot is, unless a test
  /// chooses another number.
  package static let leastAppended: UInt64 = 64 << 10

  let generation: UInt64
  private(set) var nextNumber: UInt32
  private(set) var end: UInt64
  private(set) var snapshotEnd: UInt64
  let parts: [Part]
  /// The number of elements in each part when the whole file was last read or rewritten, whichever was later.
  private let elementCounts: [Int]
  /// Whether the file contains bytes after its last complete record.
  private var isTorn: Bool
  /// The last record that another process has appended, until this process has written it again.
  ///
  /// The other process may have been killed before it synced the record, or ended after a failed sync. After a failed
  /// sync, the system still returns the record to readers, but writes it to the disk only if it is written again.
  private var lastOfOthers: [UInt8]

  init(_ reading: JournalReading) {
    let image = reading.image
    generation = image.header.generation
    (nextNumber, end, snapshotEnd) = (image.nextNumber, image.end, image.snapshotEnd)
    parts = image.parts.map { Part(name: $0.name, version: $0.version, isElements: $0.isElements) }
    elementCounts = image.parts.map(\.elementCount)
    isTorn = reading.tail != .clean
    lastOfOthers = reading.lastAppended
  }

  private init(_ writer: SnapshotWriter, _ parts: [Part], elementCounts: [Int]) {
    (generation, nextNumber) = (writer.generation, writer.nextNumber)
    (end, snapshotEnd) = (writer.size, writer.size)
    (self.parts, self.elementCounts, isTorn, lastOfOthers) = (parts, elementCounts, false, [])
  }

  var mark: JournalMark { JournalMark(generation: generation, size: end) }

  /// Returns the numbers by which the file identifies the declared parts. Returns nil if a part is missing, or has a
  /// different format or version.
  func numbers<State>(of declared: [StatePart<State>]) -> [Int]? {
    let numbers = declared.compactMap { part in
      parts.firstIndex(of: Part(name: part.name, version: part.version, isElements: part.isElements))
    }
    return numbers.count == declared.count ? numbers : nil
  }

  /// Returns the encoded record of the pending changes.
  func record(
    _ pending: PendingState, _ numbers: [Int], _ format: any PersistenceFormat, _ storage: String
  ) throws(PersistenceError) -> [UInt8] {
    var payload = JournalWriter()
    for (part, number) in zip(pending.parts, numbers) {
      guard let part else { continue }
      payload.write(number)
      try part.write(to: &payload, format, storage)
    }
    guard payload.bytes.count <= JournalRecord.largestPayload else {
      throw PersistenceError(
        .notEncodable, storage: storage, details: "the changes of one save take \(payload.bytes.count) bytes")
    }
    return JournalRecord.bytes(.changes, payload.bytes, number: nextNumber, generation: generation)
  }

  /// Returns whether to compact the file instead of appending a record.
  ///
  /// A file is compacted if it would become too long, or if most of the elements in a large snapshot were removed.
  ///
  /// - Parameters:
  ///   - record: The record to append.
  ///   - present: The current number of elements in the declared parts.
  ///   - numbers: The numbers by which the file identifies the declared parts.
  ///   - leastAppended: The number of bytes that may always be appended before a compaction.
  func mustCompact(adding record: [UInt8], present: Int, of numbers: [Int], leastAppended: UInt64) -> Bool {
    let appended = end - snapshotEnd + UInt64(record.count)
    let saved = numbers.reduce(0) { $0 + elementCounts[$1] }
    let isMostlyGone = snapshotEnd > leastAppended && present < saved / 2
    return appended > max(snapshotEnd, leastAppended) || isMostlyGone || nextNumber > .max - 2
  }

  /// Returns the mark of the file after `record` is appended.
  func mark(adding record: [UInt8]) -> JournalMark {
    JournalMark(generation: generation, size: end + UInt64(record.count))
  }

  mutating func append(
    _ record: [UInt8], to storage: any JournalStorage, isSynced: Bool
  ) throws(PersistenceError) {
    if isSynced, !lastOfOthers.isEmpty {
      let start = end - UInt64(lastOfOthers.count)
      try storage.append(lastOfOthers, at: start, cutAt: isTorn ? end : nil, isSynced: true)
      (isTorn, lastOfOthers) = (false, [])
    }
    try storage.append(record, at: end, cutAt: isTorn ? end : nil, isSynced: isSynced)
    isTorn = false
    end += UInt64(record.count)
    nextNumber += 1
  }

  /// Compacts the file and a new record into a new file, by copying the bytes that are still needed.
  ///
  /// Nothing is encoded or decoded, and only one piece of the file is in memory at a time.
  func compacted(
    adding record: [UInt8], without removed: Set<String>, generation: UInt64, in storage: any JournalStorage,
    _ attempt: inout JournalMark?
  ) throws(PersistenceError) -> JournalFile {
    let (source, image) = try read(adding: record, storage)
    let kept = image.parts.filter { !removed.contains($0.name) }
    let parts = kept.map { Part(name: $0.name, version: $0.version, isElements: $0.isElements) }
    var reader = ContentReader(source, upTo: end, then: record, storage.name)
    return try Self.replacing(keepingOld: false, in: storage, &attempt) { sink throws(PersistenceError) in
      var writer = try SnapshotWriter(sink, generation: generation, parts)
      for (number, part) in kept.enumerated() { try writer.copy(part, number, &reader) }
      try writer.end()
      return JournalFile(writer, parts, elementCounts: kept.map(\.elementCount))
    }.file
  }

  /// Writes a new file with the whole state and the undeclared parts of an older file.
  static func made<State>(
    of pending: PendingState, _ declared: [StatePart<State>], after old: JournalFile?, without removed: Set<String>,
    _ format: any PersistenceFormat, generation: UInt64, keepingOld: Bool, in storage: any JournalStorage,
    _ attempt: inout JournalMark?
  ) throws(PersistenceError) -> (file: JournalFile, keptAt: String?) {
    var parts = declared.map { Part(name: $0.name, version: $0.version, isElements: $0.isElements) }
    let names = Set(parts.map(\.name)).union(removed)
    let kept: (source: JournalSource, image: JournalImage)? =
      if let old, old.parts.contains(where: { !names.contains($0.name) }) { try readIfSound(storage) } else { nil }
    let others = kept?.image.parts.filter { !names.contains($0.name) } ?? []
    parts += others.map { Part(name: $0.name, version: $0.version, isElements: $0.isElements) }
    return try replacing(keepingOld: keepingOld, in: storage, &attempt) { sink throws(PersistenceError) in
      var writer = try SnapshotWriter(sink, generation: generation, parts)
      for (number, part) in pending.parts.enumerated() {
        if let part { try writer.encode(part, number, isElements: parts[number].isElements, format, storage.name) }
      }
      if let kept {
        var reader = ContentReader(kept.source, upTo: kept.image.end, then: [], storage.name)
        for (number, part) in others.enumerated() { try writer.copy(part, declared.count + number, &reader) }
      }
      try writer.end()
      return JournalFile(writer, parts, elementCounts: pending.elementCounts + others.map(\.elementCount))
    }
  }

  /// Replaces the contents of the storage with the output of `fill`.
  private static func replacing(
    keepingOld: Bool, in storage: any JournalStorage, _ attempt: inout JournalMark?,
    _ fill: (JournalSink) throws(PersistenceError) -> JournalFile
  ) throws(PersistenceError) -> (file: JournalFile, keptAt: String?) {
    var file: JournalFile?
    let keptAt = try storage.replace(keepingOld: keepingOld) { sink throws(PersistenceError) in
      file = try fill(sink)
      attempt = file?.mark
    }
    guard let file else { preconditionFailure("a storage was replaced by nothing") }
    return (file, keptAt)
  }

  private func read(
    adding record: [UInt8], _ storage: any JournalStorage
  ) throws(PersistenceError) -> (source: JournalSource, image: JournalImage) {
    let other = PersistenceError(.damaged, storage: storage.name, details: "it differs from the written contents")
    guard let source = try storage.source() else { throw other }
    var image = try JournalReading(source, upTo: end, storage.name).image
    guard image.header.generation == generation else { throw other }
    try? Data(record).withJournalBytes { bytes throws(JournalProblem) in try image.takeIn(bytes) }
    guard image.end == end + UInt64(record.count) else { throw other }
    return (source, image)
  }

  /// Returns the contents of the storage, or nil if the storage is empty or its contents are unusable.
  private static func readIfSound(
    _ storage: any JournalStorage
  ) throws(PersistenceError) -> (source: JournalSource, image: JournalImage)? {
    do throws(PersistenceError) {
      guard let source = try storage.source() else { return nil }
      let image = try JournalReading(source, upTo: source.size, storage.name).image
      return image.snapshotEnd == 0 ? nil : (source, image)
    } catch {
      switch error.kind {
      case .damaged, .otherVersion: return nil
      default: throw error
      }
    }
  }
}

/// Identifies the contents of a journal file. Each save changes the file's size or generation.
struct JournalMark: Hashable, Sendable {
  var generation: UInt64
  var size: UInt64
}
