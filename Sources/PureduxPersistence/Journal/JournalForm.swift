internal import Foundation

/// The stored form of a journal: a snapshot of a state's parts, followed by changes.
struct JournalForm<State: Sendable>: StoredForm {
  /// Returns the whole state, or the changes since the last save; nil if nothing has changed.
  typealias Pending = (_ isWhole: Bool) -> PendingState?

  let journal: any JournalStorage
  let format: any PersistenceFormat
  let durability: JournalDurability
  /// Reads the initial state for a journal that does not exist yet.
  let importing: (@Sendable () -> ReadingResult<State>)?
  let makeGeneration: @Sendable () -> UInt64
  let leastAppended: UInt64

  /// The saved parts.
  private var parts: [StatePart<State>] = []
  /// The names of parts to remove from the file.
  private var removed: Set<String> = []
  /// The journal file; nil if it does not exist or is unusable.
  private var file: JournalFile?
  /// Whether the next save must be a snapshot, because the file is untrusted or incomplete.
  private var mustRewrite = true
  /// The bytes of a failed append. Some or all of these bytes may nevertheless be in the file.
  private var unconfirmed: [UInt8] = []

  init(
    _ journal: any JournalStorage, _ format: any PersistenceFormat, _ durability: JournalDurability,
    importing: (@Sendable () -> ReadingResult<State>)?, leastAppended: UInt64 = JournalFile.leastAppended,
    makeGeneration: @escaping @Sendable () -> UInt64
  ) {
    (self.journal, self.format, self.durability) = (journal, format, durability)
    (self.importing, self.leastAppended, self.makeGeneration) = (importing, leastAppended, makeGeneration)
  }

  var storage: any PersistenceStorage { journal }

  /// Sets the parts to save and restore from now on.
  mutating func set(_ parts: [StatePart<State>]) {
    self.parts = parts.filter { !$0.isRemoved }
    removed = Set(parts.filter(\.isRemoved).map(\.name))
  }

  /// Creates an independent reader of the journal, with `state` as its initial state.
  func tail(_ parts: [StatePart<State>], from state: State) -> JournalTail<State> {
    JournalTail(journal, parts, format, initial: state)
  }

  mutating func read() throws(PersistenceError) -> StoredContents<RestoredState<State>, JournalMark>? {
    (file, mustRewrite, unconfirmed) = (nil, true, [])
    guard let source = try journal.source() else { return try imported() }
    let bytes = try source.read(0, Int(clamping: source.size))
    let mark = JournalMark(bytes)
    do throws(JournalProblem) {
      let reading = try bytes.withJournalBytes { bytes throws(JournalProblem) in
        try JournalReading(bytes, tellsDamage: durability == .eachSave)
      }
      let restored = try decoded(reading.image, bytes)
      let file = JournalFile(reading)
      (self.file, mustRewrite) = (file, file.numbers(of: parts) == nil)
      return StoredContents(mark: mark, found: restored, problem: problem(of: reading))
    } catch {
      return StoredContents(mark: mark, problem: error.error(in: storage.name))
    }
  }

  func mark() throws(PersistenceError) -> JournalMark? {
    guard let source = try journal.source() else { return nil }
    let first = try source.read(0, JournalHeader.size)
    let header = try? first.withJournalBytes { bytes throws(JournalProblem) in try JournalHeader(bytes) }
    guard let header else { return JournalMark(try source.read(0, Int(clamping: source.size))) }
    let mark = JournalMark(generation: header.generation, size: source.size)
    // If the file ends with part of a record from a failed append, return the mark of a successful append.
    guard let file, !unconfirmed.isEmpty, mark.generation == file.generation, mark.size >= file.end,
      mark.size - file.end < UInt64(unconfirmed.count)
    else { return mark }
    let tail = try source.read(file.end, Int(clamping: mark.size - file.end))
    return unconfirmed.starts(with: tail) ? file.mark(adding: unconfirmed) : mark
  }

  mutating func write(
    _ take: Pending, keepingOld: Bool, _ attempt: inout JournalMark?
  ) throws(PersistenceError) -> (mark: JournalMark?, keptAt: String?) {
    let numbers = mustRewrite || keepingOld ? nil : file?.numbers(of: parts)
    guard let pending = take(numbers == nil) else { return (nil, nil) }
    // If writing fails, the next save must be a snapshot: `take` returns each change only once, and a failed sync
    // leaves the file in an unknown state.
    mustRewrite = true
    let keptAt: String?
    if let numbers, let file {
      self.file = try adding(pending, numbers, to: file, &attempt)
      keptAt = nil
    } else {
      (file, keptAt) = try JournalFile.made(
        of: pending, parts, after: file, without: removed, format, generation: makeGeneration(), keepingOld: keepingOld,
        in: journal, &attempt)
    }
    mustRewrite = false
    unconfirmed = []
    return (file?.mark, keptAt)
  }

  /// Appends the changes to the file, or compacts the file and the changes into a new file.
  private mutating func adding(
    _ pending: PendingState, _ numbers: [Int], to file: JournalFile, _ attempt: inout JournalMark?
  ) throws(PersistenceError) -> JournalFile {
    let record = try file.record(pending, numbers, format, storage.name)
    let present = pending.elementCounts.reduce(0, +)
    if file.mustCompact(adding: record, present: present, of: numbers, leastAppended: leastAppended) {
      do throws(PersistenceError) {
        return try file.compacted(
          adding: record, without: removed, generation: makeGeneration(), in: journal, &attempt)
      } catch {
        // Damage is not reported here, because the next save writes a snapshot of the state instead of copying the
        // file.
        throw error.kind == .damaged ? PersistenceError(.failed, storage: storage.name, details: error.details) : error
      }
    }
    var longer = file
    unconfirmed = record
    attempt = file.mark(adding: record)
    try longer.append(record, to: journal, isSynced: durability == .eachSave)
    return longer
  }

  private func decoded(_ image: JournalImage, _ bytes: Data) throws(JournalProblem) -> RestoredState<State> {
    var changes: [PartChange<State>] = []
    for part in parts {
      guard let found = image.parts.first(where: { $0.name == part.name }) else { continue }
      // Keep the current value if no value was ever saved.
      if case .value(nil) = found.contents { continue }
      do {
        changes.append(try part.decode(StoredPart(image: found, bytes: bytes), format))
      } catch {
        throw JournalProblem(error, part.name)
      }
    }
    return RestoredState(isSaved: true) { [changes] state in for change in changes { change(&state) } }
  }

  private func problem(of reading: JournalReading) -> PersistenceError? {
    guard case .damaged(let count) = reading.tail else { return nil }
    var error = PersistenceError(
      .damaged, storage: storage.name,
      details:
        "its record \(reading.image.nextNumber) is damaged or missing, and at least \(count) after it cannot be used")
    error.isPartlyUsable = true
    return error
  }

  private func imported() throws(PersistenceError) -> StoredContents<RestoredState<State>, JournalMark>? {
    guard let importing else { return nil }
    switch importing() {
    case .found(let state): return StoredContents(found: RestoredState(isSaved: false) { $0 = state })
    case .nothing: return nil
    case .failed:
      throw PersistenceError(
        .notRead, storage: storage.name, details: "the archive that it imports cannot be read now")
    }
  }
}

/// The restored parts, ready to be applied to a state.
struct RestoredState<State>: Sendable {
  /// Whether the journal already contains the restored data. An imported state must still be saved.
  let isSaved: Bool
  let apply: @Sendable (_ state: inout State) -> Void

  init(isSaved: Bool, _ apply: @escaping @Sendable (_ state: inout State) -> Void) {
    (self.isSaved, self.apply) = (isSaved, apply)
  }

  /// Returns the given state with the restored parts.
  func callAsFunction(in state: State) -> State {
    var state = state
    apply(&state)
    return state
  }
}

extension JournalMark {
  init(_ bytes: Data) {
    let header = try? bytes.withJournalBytes { bytes throws(JournalProblem) in try JournalHeader(bytes) }
    generation = header?.generation ?? UInt64(truncatingIfNeeded: Fingerprint(bytes).hashValue)
    size = UInt64(bytes.count)
  }
}
