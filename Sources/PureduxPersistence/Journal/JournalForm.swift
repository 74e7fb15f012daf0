internal import Foundation

/// The changes of a state's parts, behind a snapshot of them.
struct JournalForm<State: Sendable>: StoredForm {
  /// What is to be saved: all, or what has changed since the last time; nil where that is nothing.
  typealias Pending = (_ isWhole: Bool) -> PendingState?

  let journal: any JournalStorage
  let format: any PersistenceFormat
  let durability: JournalDurability
  /// Reads the state that the journal begins with where it is not there yet.
  let importing: (@Sendable () -> ReadingResult<State>)?
  let makeGeneration: @Sendable () -> UInt64

  /// The parts that are saved.
  private var parts: [StatePart<State>] = []
  /// The names of parts that go from the file.
  private var removed: Set<String> = []
  /// Nil where there is none, or none that can be used.
  private var file: JournalFile?
  /// Whether the next save is a snapshot: what is in the file is not trusted any more, or is not all.
  private var mustRewrite = true
  /// What may stand behind the end of the file, or a part of it, because appending it has failed.
  private var unconfirmed: [UInt8] = []

  init(
    _ journal: any JournalStorage, _ format: any PersistenceFormat, _ durability: JournalDurability,
    importing: (@Sendable () -> ReadingResult<State>)?, makeGeneration: @escaping @Sendable () -> UInt64
  ) {
    (self.journal, self.format, self.durability) = (journal, format, durability)
    (self.importing, self.makeGeneration) = (importing, makeGeneration)
  }

  var storage: any PersistenceStorage { journal }

  /// From now on these parts are saved and restored.
  mutating func set(_ parts: [StatePart<State>]) {
    self.parts = parts.filter { !$0.isRemoved }
    removed = Set(parts.filter(\.isRemoved).map(\.name))
  }

  /// A reader of its own, which begins with a state.
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
    // As far as a record came that failed, the file is known.
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
    // What has been taken is not told again, and what a failed sync leaves in a file is not known.
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

  /// The file with these changes behind it, or a new one where it would become too long.
  private mutating func adding(
    _ pending: PendingState, _ numbers: [Int], to file: JournalFile, _ attempt: inout JournalMark?
  ) throws(PersistenceError) -> JournalFile {
    let record = try file.record(pending, numbers, format, storage.name)
    if file.mustCompact(adding: record, elementCount: pending.elementCount) {
      do throws(PersistenceError) {
        return try file.compacted(
          adding: record, without: removed, generation: makeGeneration(), in: journal, &attempt)
      } catch {
        // The next save is made of the state, and not of what is there.
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
      // A value that was never saved stays as it is.
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
      details: "its record \(reading.image.nextNumber) is damaged, and at least \(count) behind it cannot be used")
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
        .notRead, storage: storage.name, details: "the archive that it begins with cannot be read now")
    }
  }
}

/// What was read of a state, to be put into one.
struct RestoredState<State>: Sendable {
  /// Whether the journal holds it. A state of an archive is still to be saved.
  let isSaved: Bool
  let apply: @Sendable (_ state: inout State) -> Void

  init(isSaved: Bool, _ apply: @escaping @Sendable (_ state: inout State) -> Void) {
    (self.isSaved, self.apply) = (isSaved, apply)
  }

  /// The state with what was read in place of its own.
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
