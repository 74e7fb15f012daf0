/// Saves a state at a storage in a format, and restores it.
///
/// What cannot be restored is kept aside and told. An archive that finds its storage held elsewhere restores and never saves.
/// Copies of an archive are the same archive.
public struct Archive<State: Codable & Sendable>: Sendable {
  private let contents: Guarded<ArchiveContents<State>>
  private let onProblem: @Sendable (PersistenceError) -> Void

  /// `version` names the shape of `State`: raise it when older files could not be decoded any more, and add a
  /// migration from the old one.
  ///
  /// `onProblem` is called on the thread that found the problem; by default it writes to standard error.
  public init(
    _ storage: some PersistenceStorage,
    format: some PersistenceFormat = JSONFormat(),
    version: Int = 1,
    migrations: [Migration<State>] = [],
    onProblem: @escaping @Sendable (PersistenceError) -> Void = { $0.writeToStandardError() }
  ) {
    contents = Guarded(ArchiveContents(storage: storage, format: format, version: version, migrations: migrations))
    self.onProblem = onProblem
  }

  /// Reads what was saved; nil when there is nothing, or nothing that can be used.
  public func restore() -> State? { use { $0.restore() } }

  /// Saves a state in place of the one before; false, and told, when that is not possible.
  ///
  /// That the storage is held elsewhere is told once, when this archive first asks for it.
  @discardableResult
  public func save(_ state: State) -> Bool { use { $0.save(state) } }

  /// Restores unless that was done before, as when a store was made from what it gave.
  func restoreOnce() -> State? { use { $0.wasRestored ? nil : $0.restore() } }

  private func use<Result: Sendable>(_ body: (inout ArchiveContents<State>) -> Result) -> Result {
    let (result, problems) = contents.withLock { contents in
      defer { contents.problems = [] }
      let result = body(&contents)
      return (result, contents.problems)
    }
    for problem in problems { onProblem(problem) }
    return result
  }
}
