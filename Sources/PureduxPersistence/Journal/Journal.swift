internal import PureduxFiles

/// Saves the changes to a state in a file, and restores the state from the file.
///
/// The cost of a save is proportional to the size of the change, regardless of the size of the state: saving one
/// changed article out of 100,000 writes a few hundred bytes.
///
/// ```swift
/// let persistence = library.persist(Library.saved, in: Journal(FileStorage(url)))
/// library.dispatch(.rename(article: 7, to: "Milk"))
/// await persistence.flush()
/// ```
///
/// For states smaller than about a megabyte, an ``Archive`` is just as suitable, and its file is human-readable. A
/// journal is one file: a snapshot, followed by changes. The file never exceeds twice the size of the snapshot, or the
/// size of the snapshot plus 64 KB, whichever is larger. By default, if the process is killed or the power fails, the
/// file contains the state of the last completed save or of a later save. A journal handles claims, damaged files and
/// problems as an archive does. Journals have reference semantics.
public struct Journal<State: Sendable>: Sendable {
  private let contents: Guarded<StorageHolder<JournalForm<State>>>
  private let onProblem: @Sendable (PersistenceError) -> Void

  /// Creates a journal in a file, without accessing the file.
  ///
  /// - Parameters:
  ///   - file: The file, to which no other journal may write.
  ///   - format: The encoding of elements and values, JSON by default. The format of an existing journal cannot be
  ///     changed.
  ///   - durability: The events that a completed save survives.
  ///   - claim: How long the journal holds the exclusive right to write.
  ///   - onProblem: Called with each problem, on the thread that detected the problem. By default, problems are written
  ///     to standard error.
  public init(
    _ file: FileStorage, format: some PersistenceFormat = JSONFormat(), durability: JournalDurability = .eachSave,
    claim: ClaimDuration = .always,
    onProblem: @escaping @Sendable (PersistenceError) -> Void = { $0.writeToStandardError() }
  ) {
    self.init(in: file, format: format, durability: durability, claim: claim, onProblem: onProblem)
  }

  /// Creates a journal in memory, for previews and tests.
  ///
  /// - Parameters:
  ///   - memory: The storage, to which no other journal may write.
  ///   - format: The encoding of elements and values, JSON by default.
  ///   - onProblem: Called with each problem, on the thread that detected the problem. By default, problems are written
  ///     to standard error.
  public init(
    _ memory: MemoryStorage, format: some PersistenceFormat = JSONFormat(),
    onProblem: @escaping @Sendable (PersistenceError) -> Void = { $0.writeToStandardError() }
  ) {
    self.init(in: memory, format: format, onProblem: onProblem)
  }

  package init(
    in storage: some JournalStorage, format: some PersistenceFormat = JSONFormat(),
    durability: JournalDurability = .eachSave, claim: ClaimDuration = .always,
    leastAppended: UInt64 = JournalFile.leastAppended,
    makeGeneration: @escaping @Sendable () -> UInt64 = { .random(in: 1 ... .max) },
    onProblem: @escaping @Sendable (PersistenceError) -> Void = { $0.writeToStandardError() }
  ) {
    let form = JournalForm<State>(
      storage, format, durability, importing: nil, leastAppended: leastAppended, makeGeneration: makeGeneration)
    self.init(form, claim, onProblem)
  }

  fileprivate init(
    _ form: JournalForm<State>, _ claim: ClaimDuration, _ onProblem: @escaping @Sendable (PersistenceError) -> Void
  ) {
    contents = Guarded(StorageHolder(form, claim))
    self.onProblem = onProblem
  }

  /// Reads the saved parts without changing the file.
  ///
  /// A store that is created with the returned state and persisted in this journal does not restore the parts again.
  ///
  /// ```swift
  /// let journal = Journal<Library>(FileStorage(url))
  /// let library = journal.restore(Library.saved, into: Library()) ?? Library()
  /// ```
  ///
  /// - Parameters:
  ///   - parts: The parts of the state to restore.
  ///   - state: The state that provides all properties that are not parts.
  /// - Returns: The state with the saved parts, or nil if nothing is saved, or if the saved data is unusable or
  ///   currently unreadable. If the data is unusable or unreadable, `onProblem` is called.
  public func restore(_ parts: [StatePart<State>], into state: State) -> State? {
    let result = use { holder in holder.look { $0.set(parts.distinct()) } }
    return if case .found(let restored) = result { restored(in: state) } else { nil }
  }

  /// Restores the parts for a store that will save to this journal.
  ///
  /// Does not restore the parts again if the journal has already restored the store's initial state. Fails while
  /// another store uses this journal.
  func begin(_ parts: [StatePart<State>], for user: some StorageUser) -> ReadingResult<RestoredState<State>> {
    use { holder in holder.admit(user) { $0.set(parts) } ? holder.begin() : .failed }
  }

  /// Reads the saved parts if they must be read before the next save. Fails while another store uses this journal.
  func restoreLate(
    _ parts: [StatePart<State>], for user: some StorageUser
  ) -> ReadingResult<RestoredState<State>> {
    use { holder in holder.admit(user) { $0.set(parts) } ? holder.restoreLate() : .failed }
  }

  /// Saves the changes that `take` returns, unless the saved data must be read first.
  func save(_ take: (_ isWhole: Bool) -> PendingState?) -> SavingResult {
    withoutActuallyEscaping(take) { take in use { $0.save(take) } }
  }

  /// Creates a reader of a journal that another process writes.
  func tail(_ parts: [StatePart<State>], from state: State) -> JournalTail<State> {
    contents.withLock { $0.form.tail(parts, from: state) }
  }

  /// Calls `changed` when the journal's contents may have changed, until the returned watch is released.
  ///
  /// Returns nil if the storage does not support notifications.
  func watch(_ changed: @escaping @Sendable () -> Void) -> StorageWatch? {
    contents.withLock { $0.form.journal }.watch(changed)
  }

  /// Reports a problem to `onProblem`.
  func tell(_ problem: PersistenceError) { onProblem(problem) }

  private func use<Result: Sendable>(_ body: (inout StorageHolder<JournalForm<State>>) -> Result) -> Result {
    let (result, problems) = contents.withLock { contents in
      let result = body(&contents)
      return (result, contents.takeProblems())
    }
    for problem in problems { onProblem(problem) }
    return result
  }
}

extension Journal where State: Codable {
  /// Creates a journal that imports the state of an archive if the journal's file does not exist yet.
  ///
  /// The archive's file is not changed, and is no longer read after the journal's first save.
  ///
  /// - Parameters:
  ///   - file: The file of the journal.
  ///   - format: The encoding of elements and values, JSON by default. The format of an existing journal cannot be
  ///     changed.
  ///   - archive: The archive that contains the state to import.
  ///   - durability: The events that a completed save survives.
  ///   - claim: How long the journal holds the exclusive right to write.
  ///   - onProblem: Called with each problem, on the thread that detected the problem. By default, problems are written
  ///     to standard error.
  public init(
    _ file: FileStorage, format: some PersistenceFormat = JSONFormat(), importing archive: Archive<State>,
    durability: JournalDurability = .eachSave, claim: ClaimDuration = .always,
    onProblem: @escaping @Sendable (PersistenceError) -> Void = { $0.writeToStandardError() }
  ) {
    let form = JournalForm<State>(file, format, durability, importing: { archive.read() }) { .random(in: 1 ... .max) }
    self.init(form, claim, onProblem)
  }

  /// Saves the contents of the journal to an archive, for example to copy the saved state elsewhere. The journal does
  /// not change.
  ///
  /// - Parameters:
  ///   - parts: The parts of the state to export.
  ///   - state: The state that provides all properties that are not parts.
  ///   - archive: The archive to overwrite.
  /// - Returns: False if reading or saving failed. The problem is reported to the journal's or the archive's
  ///   `onProblem`.
  @discardableResult
  public func export(_ parts: [StatePart<State>], of state: State, to archive: Archive<State>) -> Bool {
    restore(parts, into: state).map { archive.save($0) } ?? false
  }
}

/// The events that a completed save of a journal survives.
public enum JournalDurability: Hashable, Sendable {
  /// Completed saves survive process termination and power failures. Each save waits until the data is on the disk.
  case eachSave
  /// Completed saves survive process termination.
  ///
  /// Depending on the system, a power failure may discard the saves of the last few seconds, but never the snapshot in
  /// the file.
  case whenCompacted
}

extension Array {
  /// Returns the parts, keeping only the first part with each name.
  func distinct<State>() -> [StatePart<State>] where Element == StatePart<State> {
    var names: Set<String> = []
    return filter { names.insert($0.name).inserted }
  }
}
