internal import Foundation

/// Writes the records of a new journal file.
///
/// The records are the list of parts, the contents of the parts in batches, and the end of the snapshot.
struct SnapshotWriter {
  /// The maximum number of elements per record.
  private static let batch = 1_024

  let generation: UInt64
  private(set) var nextNumber: UInt32 = 0
  private(set) var size: UInt64 = 0
  private let sink: JournalSink

  init(
    _ sink: JournalSink, generation: UInt64, _ parts: [JournalFile.Part]
  ) throws(PersistenceError) {
    (self.sink, self.generation) = (sink, generation)
    var names = JournalWriter()
    for part in parts {
      names.write(Data(part.name.utf8))
      names.write(signed: part.version)
      names.write(part.isElements ? 1 : 0)
    }
    try write(JournalHeader(generation: generation).bytes)
    try emit(.parts, names.bytes)
  }

  mutating func end() throws(PersistenceError) { try emit(.snapshotEnd, []) }

  /// Writes all contents of a part.
  ///
  /// `contents` calls its argument with the bytes of each value or element, and stops if the argument throws an error.
  mutating func write(
    _ number: Int, isElements: Bool,
    _ contents: (_ receive: (Data) throws(PersistenceError) -> Void) throws(PersistenceError) -> Void
  ) throws(PersistenceError) {
    var (form, batch, count) = (isElements ? PartForm.all : .value, JournalWriter(), 0)
    try contents { bytes throws(PersistenceError) in
      batch.write(bytes)
      count += 1
      guard isElements, count == Self.batch || batch.bytes.count > 1 << 22 else { return }
      try emit(number, form, count, batch)
      (form, batch, count) = (.more, JournalWriter(), 0)
    }
    // Write a record even for an empty list.
    if count > 0 || form == .all { try emit(number, form, count, batch) }
  }

  private mutating func emit(
    _ number: Int, _ form: PartForm, _ count: Int, _ batch: JournalWriter
  ) throws(PersistenceError) {
    var payload = JournalWriter()
    payload.write(number)
    payload.write(form.rawValue)
    if form != .value { payload.write(count) }
    payload.append(batch)
    try emit(.changes, payload.bytes)
  }

  private mutating func emit(_ kind: JournalRecord.Kind, _ payload: [UInt8]) throws(PersistenceError) {
    try write(JournalRecord.bytes(kind, payload, number: nextNumber, generation: generation))
    nextNumber += 1
  }

  private mutating func write(_ bytes: [UInt8]) throws(PersistenceError) {
    try sink.write(bytes, size)
    size += UInt64(bytes.count)
  }
}

extension SnapshotWriter {
  /// Copies the contents of a part from another file.
  mutating func copy(
    _ part: JournalImage.Part, _ number: Int, _ reader: inout ContentReader
  ) throws(PersistenceError) {
    try write(number, isElements: part.isElements) { receive throws(PersistenceError) in
      switch part.contents {
      case .value(let place): if let place { try receive(reader.read(place)) }
      case .elements(let list):
        try list.forEach { place throws(PersistenceError) in try receive(reader.read(place)) }
      }
    }
  }

  /// Encodes and writes the contents of a part.
  mutating func encode(
    _ part: PendingPart, _ number: Int, isElements: Bool, _ format: any PersistenceFormat, _ storage: String
  ) throws(PersistenceError) {
    try write(number, isElements: isElements) { receive throws(PersistenceError) in
      try part.encode(format, storage) { _, bytes throws(PersistenceError) in try receive(bytes) }
    }
  }
}

extension PendingPart {
  /// Encodes the part's contents in order. Throws a `PersistenceError` if encoding fails.
  func encode(
    _ format: any PersistenceFormat, _ storage: String,
    _ receive: (_ position: Int, _ bytes: Data) throws(PersistenceError) -> Void
  ) throws(PersistenceError) {
    do {
      try encode(format) { position, bytes in try receive(position, bytes) }
    } catch let error as PersistenceError {
      throw error
    } catch {
      throw PersistenceError(.notEncodable, storage: storage, details: "\(error)")
    }
  }

  /// Writes the part to the payload of a change record. The caller has already written the part's number.
  func write(
    to writer: inout JournalWriter, _ format: any PersistenceFormat, _ storage: String
  ) throws(PersistenceError) {
    switch form {
    case .value: writer.write(PartForm.value.rawValue)
    case .all:
      writer.write(PartForm.all.rawValue)
      writer.write(count)
    case .changes(let order):
      writer.write(PartForm.changes.rawValue)
      writer.write(order.count)
      for change in order { change.write(to: &writer) }
      writer.write(count)
    }
    let hasPositions = if case .changes = form { true } else { false }
    var result = writer
    writer = JournalWriter()
    try encode(format, storage) { position, bytes throws(PersistenceError) in
      if hasPositions { result.write(position) }
      result.write(bytes)
    }
    writer = result
  }
}

/// Reads the contents of parts from a journal file and from a record that has not been appended yet.
///
/// The contents of a snapshot are stored in order, and are read in large pieces. Appended contents may be scattered
/// across the file, and are read individually.
struct ContentReader {
  private static let largestPiece = 1 << 20

  private let source: JournalSource
  private let storage: String
  private let end: UInt64
  private let behind: [UInt8]
  private var piece = Data()
  private var offset: UInt64 = 0
  private var size = 1 << 12

  init(_ source: JournalSource, upTo end: UInt64, then behind: [UInt8], _ storage: String) {
    (self.source, self.end, self.behind, self.storage) = (source, end, behind, storage)
  }

  private func missing(_ reason: String) -> PersistenceError {
    PersistenceError(.damaged, storage: storage, details: reason)
  }

  mutating func read(_ place: BytesPlace) throws(PersistenceError) -> Data {
    guard place.isKnown else { throw missing("an element has no content") }
    let count = Int(place.count)
    if place.offset >= end {
      let start = Int(clamping: place.offset - end)
      guard start + count <= behind.count else { throw missing("the content of a value or an element is missing") }
      return Data(behind[start..<start + count])
    }
    if place.offset < offset || place.offset + UInt64(count) > offset + UInt64(piece.count) {
      // Double the piece size if the contents follow the previous piece closely.
      let isNext = place.offset >= offset && place.offset < offset + UInt64(piece.count) + 4_096
      size = isNext ? min(size * 2, Self.largestPiece) : 1 << 12
      piece = try source.read(place.offset, max(count, min(size, Int(clamping: end - place.offset))))
      offset = place.offset
      guard piece.count >= count else { throw missing("the content of a value or an element is missing") }
    }
    let start = piece.startIndex + Int(clamping: place.offset - offset)
    return piece[start..<start + count]
  }
}
