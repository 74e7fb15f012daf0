/// The contents of a journal file, as ranges of bytes that have not been decoded.
///
/// Restoring decodes only the current contents, and skips obsolete contents. Compaction only copies bytes, so it needs
/// neither the state nor its types.
struct JournalImage {
  enum Contents: Sendable {
    /// The location of the value; nil if no value was ever saved.
    case value(BytesPlace?)
    case elements(ChunkedList<BytesPlace>)
  }

  struct Part: Sendable {
    let name: String
    let version: Int
    var contents: Contents

    var isElements: Bool {
      if case .elements = contents { true } else { false }
    }

    var elementCount: Int {
      if case .elements(let list) = contents { list.count } else { 0 }
    }
  }

  let header: JournalHeader
  private(set) var parts: [Part] = []
  private(set) var nextNumber: UInt32 = 0
  /// The offset at which the snapshot ends; 0 until the snapshot has been read.
  private(set) var snapshotEnd: UInt64 = 0
  /// The offset at which the last complete record begins.
  private(set) var lastStart = UInt64(JournalHeader.size)
  /// The offset at which the last complete record ends.
  private(set) var end = UInt64(JournalHeader.size)

  init(_ header: JournalHeader) { self.header = header }

  /// Applies the records in the next bytes of the file.
  ///
  /// Stops at the first bytes that are not a complete record with the expected record number.
  // SAFETY: the caller keeps the bytes valid during the call, and no pointer to them is stored.
  mutating func takeIn(_ bytes: UnsafeRawBufferPointer) throws(JournalProblem) {
    var start = 0
    let offset = end
    while let record = JournalRecord(in: bytes, at: start, generation: header.generation), record.number == nextNumber {
      let payload = UnsafeRawBufferPointer(rebasing: bytes[record.payload])
      let reader = JournalReader(payload, at: offset + UInt64(record.payload.lowerBound))
      switch JournalRecord.Kind(rawValue: record.kind) {
      case .parts: try readParts(reader)
      case .changes: try readChanges(reader)
      case .snapshotEnd: snapshotEnd = offset + UInt64(record.payload.upperBound)
      case nil: throw .laterFormat(Int(record.kind))
      }
      lastStart = offset + UInt64(start)
      start = record.payload.upperBound
      end = offset + UInt64(start)
      nextNumber &+= 1
    }
  }

  private mutating func readParts(_ reader: JournalReader) throws(JournalProblem) {
    guard nextNumber == 0 else { throw JournalProblem.malformed("the parts are listed twice") }
    var (reader, names): (JournalReader, Set<String>) = (reader, [])
    while !reader.isAtEnd {
      let name = try reader.text()
      let version = try reader.signedNumber()
      let form = try reader.number()
      guard names.insert(name).inserted, form < 2 else {
        throw JournalProblem.malformed("the part `\(name)` is not well formed")
      }
      parts.append(Part(name: name, version: version, contents: form == 1 ? .elements(ChunkedList()) : .value(nil)))
    }
  }

  private mutating func readChanges(_ reader: JournalReader) throws(JournalProblem) {
    var reader = reader
    while !reader.isAtEnd {
      let number = try reader.number()
      guard parts.indices.contains(number) else { throw JournalProblem.malformed("there is no part \(number)") }
      try change(number, &reader)
    }
  }

  private mutating func change(_ number: Int, _ reader: inout JournalReader) throws(JournalProblem) {
    let form = PartForm(rawValue: try reader.number())
    guard case .elements(var list) = parts[number].contents else {
      guard form == .value else { throw JournalProblem.malformed("a value has an unexpected form") }
      parts[number].contents = .value(try reader.place())
      return
    }
    // Release the only other reference to the list, so that the list is changed in place.
    parts[number].contents = .value(nil)
    switch form {
    case .all, .more:
      if form == .all { list = ChunkedList() }
      for _ in 0..<(try reader.count(of: 1)) { list.append(try reader.place()) }
    case .changes:
      for _ in 0..<(try reader.count(of: 2)) {
        let change = try OrderForm.read(&reader)
        guard change.isPossible(in: list.count) else {
          throw JournalProblem.malformed("there is no place for \(change)")
        }
        change.apply(to: &list, .unknown)
      }
      for _ in 0..<(try reader.count(of: 2)) {
        let position = try reader.number()
        guard position < list.count else { throw JournalProblem.malformed("there is no element \(position)") }
        list[position] = try reader.place()
      }
    case .value, nil: throw JournalProblem.malformed("a list has an unexpected form")
    }
    parts[number].contents = .elements(list)
  }
}

/// The encoding of a part's changes in a change record.
enum PartForm: Int {
  /// A complete value.
  case value = 0
  /// Changes to the order of elements, then the new contents of some elements.
  case changes = 1
  /// All elements, or the first batch of elements.
  case all = 2
  /// A further batch of elements, which follows the previous batch.
  case more = 3
}

/// The encoding of an order change in a record.
enum OrderForm: Int {
  case insert = 0
  case remove = 1
  case move = 2

  static func read(_ reader: inout JournalReader) throws(JournalProblem) -> OrderChange {
    let form = OrderForm(rawValue: try reader.number())
    let position = try reader.number()
    switch form {
    case .insert: return .insert(position)
    case .remove: return .remove(position)
    case .move: return .move(from: position, to: try reader.number())
    case nil: throw .malformed("the order is changed in an unknown way")
    }
  }
}

extension OrderChange {
  func isPossible(in count: Int) -> Bool {
    switch self {
    case .insert(let position): position <= count
    case .remove(let position): position < count
    case .move(let old, let new): max(old, new) < count
    }
  }

  func apply<Element>(to list: inout ChunkedList<Element>, _ new: @autoclosure () -> Element) {
    switch self {
    case .insert(let position): list.insert(new(), at: position)
    case .remove(let position): list.remove(at: position)
    case .move(let old, let new): list.insert(list.remove(at: old), at: new)
    }
  }

  func write(to writer: inout JournalWriter) {
    switch self {
    case .insert(let position):
      writer.write(OrderForm.insert.rawValue)
      writer.write(position)
    case .remove(let position):
      writer.write(OrderForm.remove.rawValue)
      writer.write(position)
    case .move(let old, let new):
      writer.write(OrderForm.move.rawValue)
      writer.write(old)
      writer.write(new)
    }
  }
}
