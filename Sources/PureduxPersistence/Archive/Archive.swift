/// Saves a state in a storage, in a format, and restores it.
///
/// ```swift
/// let archive = Archive<Notes>(FileStorage(url)) { problem in print(problem) }
/// archive.save(Notes(lines: ["milk"]))
/// let notes = archive.restore()
/// ```
///
/// Most applications pass an archive to `store.persist(in:)` and never call it themselves. Unusable saved data is kept
/// aside when a state is saved in its place. Data that could not be read, or that another process has written in the
/// meantime, is never overwritten. Copies of an archive refer to the same archive.
public struct Archive<State: Codable & Sendable>: Sendable {
  private let contents: Guarded<StorageHolder<ArchiveForm<State>>>
  private let onProblem: @Sendable (PersistenceError) -> Void

  /// Creates an archive, without reading or writing.
  ///
  /// - Parameters:
  ///   - storage: The storage of the bytes.
  ///   - format: The encoding of states, JSON by default.
  ///   - version: The version of `State`. Raise it when older files can no longer be decoded, and add a migration from
  ///     the old version.
  ///   - unversioned: Whether the file contains only the state, without its version, as other libraries save it.
  ///   - migrations: Conversions of states of older versions to this version.
  ///   - claim: How long the archive holds the exclusive right to write.
  ///   - onProblem: Receives each problem, on the thread that found it; by default it is written to standard error.
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

  /// Reads the saved state, and changes nothing in the storage.
  ///
  /// - Returns: nil if nothing is saved, or if the saved data is unusable or unreadable now; in the last two cases
  ///   `onProblem` was called.
  public func restore() -> State? {
    if case .found(let state) = use({ $0.restore() }) { state } else { nil }
  }

  /// Saves a state in place of the previous state.
  ///
  /// A state that `restore()` never tried to read is overwritten. A state that could not be read, or that another
  /// process has changed in the meantime, is not: restore it first.
  /// - Returns: false if saving failed; `onProblem` was called. That another process holds the storage is reported
  ///   once.
  @discardableResult
  public func save(_ state: State) -> Bool {
    use { $0.save(state) } == .saved
  }

  /// Reads the saved state, for a journal that replaces this archive.
  func read() -> ReadingResult<State> { use { $0.restore() } }

  /// Restores for a store that will save, unless the archive has restored already, for example to create the store.
  func begin() -> ReadingResult<State> { use { $0.begin() } }

  /// Reads the data that has to be read before anything is saved.
  func restoreLate() -> ReadingResult<State> { use { $0.restoreLate() } }

  /// Saves a state, unless saved data has to be read first.
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

/// A state that is stored, and replaced, as a whole.
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
