internal import Foundation

/// The result of reading a whole journal file.
struct JournalReading {
  enum Tail: Equatable {
    case clean
    /// The last bytes of the file are an incomplete record.
    ///
    /// For example, the process or the machine stopped while the record was being written.
    case torn
    /// A record that was saved completely is unreadable or missing. Later complete records prove that the record was
    /// saved.
    case damaged(laterRecords: Int)
  }

  let image: JournalImage
  let tail: Tail
  /// The last complete record, if it was appended to the snapshot.
  let lastAppended: [UInt8]

  /// Reads a whole file. Throws if the snapshot is unusable.
  ///
  /// A complete record with an unexpected number at the place of the next record is always damage: only the next record
  /// is ever written there, so an interrupted save cannot leave another one.
  ///
  /// - Parameter tellsDamage: Whether a complete record after an incomplete record proves damage. If saves are not
  ///   synced, the system may have written only the later record.
  // SAFETY: the caller keeps the bytes valid during the call, and no pointer to them is stored.
  init(_ bytes: UnsafeRawBufferPointer, tellsDamage: Bool) throws(JournalProblem) {
    var image = JournalImage(try JournalHeader(bytes))
    try image.takeIn(UnsafeRawBufferPointer(rebasing: bytes[JournalHeader.size...]))
    if image.snapshotEnd == 0 { throw .malformed("its snapshot is incomplete") }
    let end = Int(clamping: image.end)
    if end == bytes.count {
      tail = .clean
    } else {
      let isReplaced = JournalRecord(in: bytes, at: end, generation: image.header.generation) != nil
      let later = tellsDamage || isReplaced ? Self.laterRecords(in: bytes, from: end, image) : 0
      tail = isReplaced || later > 0 ? .damaged(laterRecords: max(1, later)) : .torn
    }
    self.image = image
    lastAppended = image.lastStart < image.snapshotEnd ? [] : Array(bytes[Int(clamping: image.lastStart)..<end])
  }

  /// Reads a journal file in pieces, up to an offset or the last complete record. Only one piece of the file is in
  /// memory at a time.
  init(_ source: JournalSource, upTo end: UInt64, _ storage: String) throws(PersistenceError) {
    let first = try source.read(0, JournalHeader.size)
    var image: JournalImage
    do throws(JournalProblem) {
      image = JournalImage(try first.withJournalBytes { bytes throws(JournalProblem) in try JournalHeader(bytes) })
    } catch {
      throw error.error(in: storage)
    }
    var size = 1 << 20
    while image.end < end {
      let before = image.end
      let piece = try source.read(before, Int(clamping: min(UInt64(size), end - before)))
      do throws(JournalProblem) {
        try piece.withJournalBytes { bytes throws(JournalProblem) in try image.takeIn(bytes) }
      } catch {
        throw error.error(in: storage)
      }
      if image.end > before { continue }
      // The record is longer than the piece, or incomplete.
      if UInt64(size) >= end - before { break }
      size *= 2
    }
    (self.image, tail, lastAppended) = (image, image.end == end ? .clean : .torn, [])
  }

  /// Returns the number of complete records with later numbers, from an offset at which the next record is missing.
  ///
  /// A malicious file could claim a long record at each offset, so the number of checksummed bytes is limited to a few
  /// times the size of the file. A file that exceeds the limit is treated as damaged.
  private static func laterRecords(in bytes: UnsafeRawBufferPointer, from end: Int, _ image: JournalImage) -> Int {
    var (start, found) = (end, 0)
    var left = 4 * (bytes.count - end) + 4_096
    let mostRecords = UInt32(clamping: bytes.count / JournalRecord.headerSize)
    while start <= bytes.count - JournalRecord.headerSize {
      let claim = JournalRecord.claim(in: bytes, at: start)
      if claim.number > image.nextNumber, claim.number - image.nextNumber < mostRecords,
        claim.length <= bytes.count - start - JournalRecord.headerSize
      {
        left -= claim.length
        if left < 0 { return max(1, found) }
        if let record = JournalRecord(in: bytes, at: start, generation: image.header.generation) {
          found += 1
          start = record.payload.upperBound
          continue
        }
      }
      start += 1
    }
    return found
  }
}

extension Data {
  /// Calls `body` with the bytes of this data, like `withUnsafeBytes`, but with a typed error.
  func withJournalBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(JournalProblem) -> Result
  ) throws(JournalProblem) -> Result {
    // SAFETY: the pointer is used only during the call, and `body` does not store it.
    try withUnsafeBytes { bytes in Swift.Result { () throws(JournalProblem) in try body(bytes) } }.get()
  }
}
