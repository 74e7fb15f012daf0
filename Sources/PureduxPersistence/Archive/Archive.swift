/// Saves a state in a storage, in a format, and restores it.
///
/// ```swift
/// let archive = Archive<Notes>(FileStorage(url)) { problem in print(problem) }
/// archive.save(Notes(lines: ["milk"]))
/// let notes = archive.restore()
/// ```
///
/// Most applications give one to `store.persist(in:)` and never call it themselves. What was read and cannot be used is kept
/// elsewhere when something is saved in its place; what could not be read, or was written by another process since, is
/// never written over. Copies of an archive are the same archive.
public struct Archive<State: Codable & Sendable>: Sendable {
  private let contents: Guarded<StorageHolder<ArchiveForm<State>>>
  private let onProblem: @Sendable (PersistenceError) -> Void

  /// Makes an archive; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - storage: where the bytes are kept.
  ///   - format: how a state becomes bytes, JSON by default.
  ///   - version: the shape of `State`. Raise it when older files could not be decoded any more, and add a migration from
  ///     the old one.
  ///   - unversioned: whether the state stands alone in the file, without its version, as other libraries save it.
  ///   - migrations: how states of older versions become one of this version.
  ///   - claim: how long the sole right to write is held.
  ///   - onProblem: told of each problem, on the thread that found it; by default it is written to standard error.
  public init(
    _ storage: some PersistenceStorage,
    format: some PersistenceFormat = JSONFormat(),
    version: Int = 1,
    unversioned: Bool = false,
    migrations: [Migration<State>] = [],
    claim: ClaimDuration = .always,
    onProblem: @escaping @Sendable (PersistenceError) -> Void = { $0.writeToStandardError() }
  ) {
    let coder = ArchiveCoder(format: format, version: version, isUnversioned: unversioned, migrations: migrations)
    contents = Guarded(StorageHolder(ArchiveForm(storage: storage, coder: coder), claim))
    self.onProblem = onProblem
  }

  /// Reads what was saved, and changes nothing in the storage.
  ///
  /// - Returns: nil when there is nothing, or nothing that can be used or read now; except in the first case `onProblem` was
  ///   told why.
  public func restore() -> State? {
    if case .found(let state) = use({ $0.restore() }) { state } else { nil }
  }

  /// Saves a state in place of the one before.
  ///
  /// What was never asked for by `restore()` is replaced. What was asked for and could not be read, or has been changed by
  /// another process since, is not: restore it first.
  /// - Returns: false when that is not possible; `onProblem` was told why. That the storage is held elsewhere is told once.
  @discardableResult
  public func save(_ state: State) -> Bool {
    use { $0.save(state) } == .saved
  }

  /// Reads what was saved, for a journal that takes its place.
  func read() -> ReadingResult<State> { use { $0.restore() } }

  /// Restores for a store that is going to save, unless that was done before, as when the store was made from it.
  func begin() -> ReadingResult<State> { use { $0.begin() } }

  /// Reads what has to be read before anything is saved.
  func restoreLate() -> ReadingResult<State> { use { $0.restoreLate() } }

  /// Saves a state, unless something has to be read before.
  func saveUnlessUnread(_ state: State) -> SavingResult { use { $0.save(state) } }

  private func use<Result: Sendable>(_ body: (inout StorageHolder<ArchiveForm<State>>) -> Result) -> Result {
    let (result, problems) = contents.withLock { contents in
      let result = body(&contents)
      return (result, contents.takeProblems())
    }
    for problem in problems { onProblem(problem) }
    return result
  }
}

/// The state as a whole, which is replaced as a whole.
struct ArchiveForm<State: Codable & Sendable>: StoredForm {
  let storage: any PersistenceStorage
  let coder: ArchiveCoder<State>

  func read() throws(PersistenceError) -> StoredContents<State, Fingerprint>? {
    guard let data = try storage.read() else { return nil }
    do throws(PersistenceError) {
      return StoredContents(mark: Fingerprint(data), found: try coder.decoded(data, storage.name))
    } catch {
      return StoredContents(mark: Fingerprint(data), problem: error)
    }
  }

  func mark() throws(PersistenceError) -> Fingerprint? { try storage.read().map(Fingerprint.init) }

  func write(
    _ state: State, keepingOld: Bool, _ attempt: inout Fingerprint?
  ) throws(PersistenceError) -> (mark: Fingerprint?, keptAt: String?) {
    let data = try coder.encoded(state, storage.name)
    let mark = Fingerprint(data)
    attempt = mark
    return (mark, try storage.write(data, keepingOld: keepingOld))
  }
}
