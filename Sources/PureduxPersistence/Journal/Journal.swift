/// Saves the changes of a state in a file, and restores the state.
///
/// A save costs what has changed, however large the state is: one changed article of 100,000 takes a few hundred bytes.
///
/// ```swift
/// let persistence = library.persist(Library.saved, in: Journal(FileStorage(url)))
/// library.dispatch(.rename(article: 7, to: "Milk"))
/// await persistence.flush()
/// ```
///
/// For a state of less than about a megabyte, an ``Archive`` is as good, and its file can be read. A journal is one file: a
/// snapshot, followed by changes. It is never longer than twice the snapshot, or the snapshot and 64 KB. A process that is
/// killed at any instant, or a loss of power, leaves the state of the last save that has returned, or of one behind it.
/// Claims, damaged files and problems are treated as by an archive. Copies of a journal are the same journal.
public struct Journal<State: Sendable>: Sendable {
  private let contents: Guarded<StorageHolder<JournalForm<State>>>
  private let onProblem: @Sendable (PersistenceError) -> Void

  /// Makes a journal in a file; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - file: The file. It belongs to this journal.
  ///   - format: How each element and each value becomes bytes, JSON by default. It cannot be changed later.
  ///   - durability: What a save survives once it has returned.
  ///   - claim: How long the sole right to write is held.
  ///   - onProblem: Told of each problem, on the thread that found it; by default it is written to standard error.
  public init(
    _ file: FileStorage, format: some PersistenceFormat = JSONFormat(), durability: JournalDurability = .eachSave,
    claim: ClaimDuration = .always,
    onProblem: @escaping @Sendable (PersistenceError) -> Void = { $0.writeToStandardError() }
  ) {
    self.init(in: file, format: format, durability: durability, claim: claim, onProblem: onProblem)
  }

  /// Makes a journal that ends with the process, for previews and tests.
  ///
  /// - Parameters:
  ///   - memory: The storage. It belongs to this journal.
  ///   - format: How each element and each value becomes bytes, JSON by default.
  ///   - onProblem: Told of each problem, on the thread that found it; by default it is written to standard error.
  public init(
    _ memory: MemoryStorage, format: some PersistenceFormat = JSONFormat(),
    onProblem: @escaping @Sendable (PersistenceError) -> Void = { $0.writeToStandardError() }
  ) {
    self.init(in: memory, format: format, onProblem: onProblem)
  }

  package init(
    in storage: some JournalStorage, format: some PersistenceFormat = JSONFormat(),
    durability: JournalDurability = .eachSave, claim: ClaimDuration = .always,
    makeGeneration: @escaping @Sendable () -> UInt64 = { .random(in: 1 ... .max) },
    onProblem: @escaping @Sendable (PersistenceError) -> Void = { $0.writeToStandardError() }
  ) {
    let form = JournalForm<State>(storage, format, durability, importing: nil, makeGeneration: makeGeneration)
    self.init(form, claim, onProblem)
  }

  fileprivate init(
    _ form: JournalForm<State>, _ claim: ClaimDuration, _ onProblem: @escaping @Sendable (PersistenceError) -> Void
  ) {
    contents = Guarded(StorageHolder(form, claim))
    self.onProblem = onProblem
  }

  /// Reads what was saved, and changes nothing in the file.
  ///
  /// A store that is made with the result, and persisted in this journal, does not restore again.
  ///
  /// ```swift
  /// let journal = Journal<Library>(FileStorage(url))
  /// let library = journal.restore(Library.saved, into: Library()) ?? Library()
  /// ```
  ///
  /// - Parameters:
  ///   - parts: The parts to restore.
  ///   - state: The state that has what is not among the parts.
  /// - Returns: The state with the saved parts in place of its own; nil when there is nothing, or nothing that can be used or
  ///   read now. Except in the first case `onProblem` was told why.
  public func restore(_ parts: [StatePart<State>], into state: State) -> State? {
    let result = use { holder in
      holder.set { $0.set(parts.distinct()) }
      return holder.restore()
    }
    return if case .found(let restored) = result { restored(in: state) } else { nil }
  }

  /// Restores for a store that is going to save, unless that was done before.
  func begin(_ parts: [StatePart<State>]) -> ReadingResult<RestoredState<State>> {
    use { holder in
      holder.set { $0.set(parts) }
      return holder.begin()
    }
  }

  /// Reads what has to be read before anything is saved.
  func restoreLate() -> ReadingResult<RestoredState<State>> { use { $0.restoreLate() } }

  /// Saves what `take` gives, unless something has to be read before.
  func save(_ take: (_ isWhole: Bool) -> PendingState?) -> SavingResult {
    withoutActuallyEscaping(take) { take in use { $0.save(take) } }
  }

  /// Reads along with another process that saves.
  func tail(_ parts: [StatePart<State>], from state: State) -> JournalTail<State> {
    contents.withLock { $0.form.tail(parts, from: state) }
  }

  /// Calls `changed` when something may have been saved, as long as the result is kept; nil where nothing tells that.
  func watch(_ changed: @escaping @Sendable () -> Void) -> StorageWatch? {
    contents.withLock { $0.form.journal }.watch(changed)
  }

  /// Tells a problem.
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
  /// Makes a journal that begins with the state of an archive where its own file is not there yet.
  ///
  /// The archive's file stays as it is. From the first save on it is not read any more.
  ///
  /// - Parameters:
  ///   - file: The file of the journal.
  ///   - format: How each element and each value becomes bytes, JSON by default. It cannot be changed later.
  ///   - archive: The archive that has held the state so far.
  ///   - durability: What a save survives once it has returned.
  ///   - claim: How long the sole right to write is held.
  ///   - onProblem: Told of each problem, on the thread that found it; by default it is written to standard error.
  public init(
    _ file: FileStorage, format: some PersistenceFormat = JSONFormat(), importing archive: Archive<State>,
    durability: JournalDurability = .eachSave, claim: ClaimDuration = .always,
    onProblem: @escaping @Sendable (PersistenceError) -> Void = { $0.writeToStandardError() }
  ) {
    let form = JournalForm<State>(file, format, durability, importing: { archive.read() }) { .random(in: 1 ... .max) }
    self.init(form, claim, onProblem)
  }

  /// Saves what the journal holds in an archive, whose file can be read and taken elsewhere. The journal stays as it is.
  ///
  /// - Parameters:
  ///   - parts: The parts to save.
  ///   - state: The state that has what is not among the parts.
  ///   - archive: The archive, of which the contents are replaced.
  /// - Returns: false where nothing could be read or saved; the `onProblem` of the journal or of the archive was told why.
  @discardableResult
  public func export(_ parts: [StatePart<State>], of state: State, to archive: Archive<State>) -> Bool {
    restore(parts, into: state).map { archive.save($0) } ?? false
  }
}

/// What a save of a journal survives once it has returned.
public enum JournalDurability: Hashable, Sendable {
  /// The end of the process, and a loss of power: each save waits until the disk has it.
  case eachSave
  /// The end of the process. A loss of power may take the saves of the last seconds, as the system decides, but nothing that
  /// is older than the snapshot in the file.
  case whenCompacted
}

extension Array {
  /// The parts without those that have the name of one before.
  func distinct<State>() -> [StatePart<State>] where Element == StatePart<State> {
    var names: Set<String> = []
    return filter { names.insert($0.name).inserted }
  }
}
