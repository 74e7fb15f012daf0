internal import Foundation

/// Reads a journal that another process writes, and tracks the position of the last read.
///
/// An incomplete record is ignored, so a reader never sees a partial save, and needs no lock. The cost of a read is
/// proportional to the amount of data saved since the previous read; after a compaction, the whole file is read again.
struct JournalTail<State: Sendable>: Sendable {
  private let storage: any JournalStorage
  private let parts: [StatePart<State>]
  private let format: any PersistenceFormat
  /// The parts as of the last record read, stored in a state whose other properties are unused.
  private(set) var state: State
  private var seen: Seen?

  private struct Seen {
    let generation: UInt64
    let parts: [JournalFile.Part]
    var nextNumber: UInt32
    var end: UInt64
  }

  init(
    _ storage: any JournalStorage, _ parts: [StatePart<State>], _ format: any PersistenceFormat, initial state: State
  ) {
    (self.storage, self.parts, self.format, self.state) = (storage, parts, format, state)
  }

  /// Reads the records saved since the last read. Returns false if no records were saved.
  mutating func look() throws(PersistenceError) -> Bool {
    guard let source = try storage.source(), source.size > 0 else { return false }
    if let seen, source.size >= seen.end, try generation(of: source) == seen.generation {
      if source.size == seen.end { return false }
      let bytes = try source.read(seen.end, Int(clamping: source.size - seen.end))
      do throws(JournalProblem) {
        return try takeIn(bytes, behind: seen)
      } catch {
        // The changes cannot be applied to the known contents, so read the whole file again.
        self.seen = nil
      }
    }
    return try readAll(source)
  }

  private func generation(of source: JournalSource) throws(PersistenceError) -> UInt64? {
    let bytes = try source.read(0, JournalHeader.size)
    return try? bytes.withJournalBytes { bytes throws(JournalProblem) in try JournalHeader(bytes).generation }
  }

  private mutating func readAll(_ source: JournalSource) throws(PersistenceError) -> Bool {
    let bytes = try source.read(0, Int(clamping: source.size))
    do throws(JournalProblem) {
      let image = try bytes.withJournalBytes { bytes throws(JournalProblem) in
        // An incomplete record is not damage: another process is still writing the record.
        try JournalReading(bytes, tellsDamage: false).image
      }
      var new = state
      for part in parts {
        guard let found = image.parts.first(where: { $0.name == part.name }) else { continue }
        if case .value(nil) = found.contents { continue }
        let stored = StoredPart(image: found, bytes: bytes)
        do { try part.decode(stored, format)(&new) } catch { throw JournalProblem(error, part.name) }
      }
      state = new
      seen = Seen(
        generation: image.header.generation,
        parts: image.parts.map { JournalFile.Part(name: $0.name, version: $0.version, isElements: $0.isElements) },
        nextNumber: image.nextNumber, end: image.end)
      return true
    } catch {
      throw error.error(in: storage.name)
    }
  }

  /// Applies the complete records at the beginning of `data`.
  private mutating func takeIn(_ data: Data, behind before: Seen) throws(JournalProblem) -> Bool {
    var (seen, new, start) = (before, state, 0)
    while let record = data.record(at: start, generation: seen.generation), record.number == seen.nextNumber {
      guard JournalRecord.Kind(rawValue: record.kind) == .changes else { throw .laterFormat(Int(record.kind)) }
      // SAFETY: the bytes are valid during the call, and no pointer to them is stored.
      let changes = try data.withJournalBytes { bytes throws(JournalProblem) in
        let payload = UnsafeRawBufferPointer(rebasing: bytes[record.payload])
        return try JournalChanges.read(payload, at: record.payload.lowerBound, seen.parts)
      }
      for change in changes { try takeIn(change, data, seen.parts[change.number], into: &new) }
      start = record.payload.upperBound
      seen.nextNumber &+= 1
      seen.end += UInt64(JournalRecord.headerSize + record.payload.count)
    }
    if start == 0 { return false }
    (self.seen, state) = (seen, new)
    return true
  }

  private func takeIn(
    _ change: JournalChanges, _ bytes: Data, _ found: JournalFile.Part, into state: inout State
  ) throws(JournalProblem) {
    guard let part = parts.first(where: { $0.name == found.name }) else { return }
    let image = JournalImage.Part(name: found.name, version: found.version, contents: change.contents ?? .value(nil))
    do {
      if change.contents != nil {
        try part.decode(StoredPart(image: image, bytes: bytes), format)(&state)
      } else if let takeIn = part.takeIn {
        let changes = StoredChanges(part: image, order: change.order, contents: change.places, bytes: bytes)
        try takeIn(changes, format, &state)
      } else {
        throw JournalProblem.malformed("the part `\(part.name)` is a list")
      }
    } catch {
      throw JournalProblem(error, part.name)
    }
  }
}

/// The changes that a journal record makes to one part.
struct JournalChanges {
  let number: Int
  /// The complete new contents of the part; nil if the record lists individual changes instead.
  private(set) var contents: JournalImage.Contents?
  private(set) var order: [OrderChange] = []
  private(set) var places: [(position: Int, place: BytesPlace)] = []

  /// Reads the changes in a record's payload. `parts` lists the parts of the journal file.
  // SAFETY: the caller keeps the payload valid during the call, and no pointer to it is stored.
  static func read(
    _ payload: UnsafeRawBufferPointer, at offset: Int, _ parts: [JournalFile.Part]
  ) throws(JournalProblem) -> [JournalChanges] {
    var (reader, changes) = (JournalReader(payload, at: UInt64(offset)), [JournalChanges]())
    while !reader.isAtEnd {
      let number = try reader.number()
      guard parts.indices.contains(number) else { throw .malformed("there is no part \(number)") }
      changes.append(try JournalChanges(number, isElements: parts[number].isElements, &reader))
    }
    return changes
  }

  private init(_ number: Int, isElements: Bool, _ reader: inout JournalReader) throws(JournalProblem) {
    self.number = number
    switch PartForm(rawValue: try reader.number()) {
    case .value where !isElements: contents = .value(try reader.place())
    case .all where isElements:
      var list = ChunkedList<BytesPlace>()
      for _ in 0..<(try reader.count(of: 1)) { list.append(try reader.place()) }
      contents = .elements(list)
    case .changes where isElements:
      for _ in 0..<(try reader.count(of: 2)) { order.append(try OrderForm.read(&reader)) }
      for _ in 0..<(try reader.count(of: 2)) { places.append((try reader.number(), try reader.place())) }
    default: throw .malformed("a part has an unexpected form")
    }
  }
}

extension Data {
  fileprivate func record(at start: Int, generation: UInt64) -> JournalRecord? {
    // SAFETY: the pointer is used only during the call.
    withUnsafeBytes { JournalRecord(in: $0, at: start, generation: generation) }
  }
}

extension JournalProblem {
  /// Creates the problem to report for a part that could not be decoded.
  init(_ error: any Error, _ part: String) {
    self = error as? JournalProblem ?? .malformed("the part `\(part)`: \(error)")
  }
}
