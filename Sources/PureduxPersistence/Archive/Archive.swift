internal import Foundation

/// Saves a state to storage in a given format, and restores the state.
///
/// ```swift
/// let archive = Archive<Notes>(FileStorage(url)) { problem in print(problem) }
/// archive.save(Notes(lines: ["milk"]))
/// let notes = archive.restore()
/// ```
///
/// Most applications pass an archive to `store.persist(in:)` and never call its methods. Unusable saved data is set
/// aside when a new state is saved. Data that could not be read, or that another process has written since the last
/// access, is not overwritten until it has been read. Archives have reference semantics.
public struct Archive<State: Codable & Sendable>: Sendable {
  private let contents: Guarded<StorageHolder<ArchiveForm<State>>>
  private let onProblem: @Sendable (PersistenceError) -> Void

  /// Creates an archive without accessing the storage.
  ///
  /// - Parameters:
  ///   - storage: The storage that holds the bytes.
  ///   - format: The encoding of states, JSON by default.
  ///   - version: The version of `State`. Increment the version when older files can no longer be decoded, and add a
  ///     migration from the old version.
  ///   - unversioned: Whether the file contains only the state, without its version, as written by other libraries.
  ///   - migrations: Conversions from older versions of the state to this version.
  ///   - claim: How long the archive holds the exclusive right to write.
  ///   - onProblem: Called with each problem, on the thread that detected the problem. By default, problems are written
  ///     to standard error.
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

  /// Reads the saved state without changing the storage.
  ///
  /// - Returns: The saved state, or nil if nothing is saved, or if the saved data is unusable or currently unreadable.
  ///   If the data is unusable or unreadable, `onProblem` is called.
  public func restore() -> State? {
    if case .found(let state) = use({ $0.look() }) { state } else { nil }
  }

  /// Saves a state, replacing the previous state.
  ///
  /// If `restore()` was never called, any saved state is overwritten. A saved state that could not be read, or that
  /// another process has changed since the last access, is not overwritten: call `restore()` first.
  ///
  /// - Returns: False if saving failed. The problem is reported to `onProblem`, but only once while another process
  ///   holds the claim.
  @discardableResult
  public func save(_ state: State) -> Bool {
    use { $0.save(state) } == .saved
  }

  /// Reads the saved state, for a journal that replaces this archive.
  func read() -> ReadingResult<State> { use { $0.look() } }

  /// Restores the state for a store that will save to this archive.
  ///
  /// Does not restore the state again if the archive has already restored the store's initial state. Fails while
  /// another store uses this archive.
  func begin(for user: some StorageUser) -> ReadingResult<State> {
    use { $0.admit(user) ? $0.begin() : .failed }
  }

  /// Reads the saved state if it must be read before the next save. Fails while another store uses this archive.
  func restoreLate(for user: some StorageUser) -> ReadingResult<State> {
    use { $0.admit(user) ? $0.restoreLate() : .failed }
  }

  /// Saves a state, unless saved data must be read first.
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

/// The stored form of an archive: a state that is written as a whole.
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

/// The contents of an archive's file: the state and its version.
struct Saved<State> {
  var version: Int
  var state: State
}

extension Saved: Encodable where State: Encodable {}
extension Saved: Decodable where State: Decodable {}

/// The version in an archive's file, and the state if it can be decoded as the requested type.
///
/// The version and the state are decoded in one pass.
struct ReadSaved<State: Decodable>: Decodable {
  let version: Int
  let state: Result<State, any Error>

  private enum CodingKeys: CodingKey { case version, state }

  /// Throws if the state was saved without an archive version, even if the state has a `version` property.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    version = try container.decode(Int.self, forKey: .version)
    guard container.contains(.state) else {
      throw DecodingError.keyNotFound(
        CodingKeys.state, .init(codingPath: container.codingPath, debugDescription: "there is no state"))
    }
    // An older state may have a different type and fail to decode; a migration then decodes it as the older type.
    state = Result { try container.decode(State.self, forKey: .state) }
  }
}

#if compiler(>=6.2)
  /// The requirements for a state type from an older version of the application.
  ///
  /// Older states are decoded on another thread, so the conformance to `Decodable` must be nonisolated.
  public typealias OlderState = Decodable & SendableMetatype
#else
  /// The requirements for a state type from an older version of the application.
  public typealias OlderState = Decodable
#endif

/// Converts a state that was saved by an older version of the application.
///
/// ```swift
/// let archive = Archive<Notes>(
///   FileStorage(url), version: 2,
///   migrations: [Migration(from: 1) { (old: OldNotes) in Notes(lines: [old.text]) }])
/// ```
///
/// A state that was saved without a version, for example by another library, has version 0.
public struct Migration<State>: Sendable {
  let version: Int
  let decode: @Sendable (Data, any PersistenceFormat) throws -> State
  let decodeUnversioned: @Sendable (Data, any PersistenceFormat) throws -> State

  /// Creates a migration from an older version to the archive's version.
  ///
  /// To migrate across several versions, compose the conversions: `Migration(from: 1) { (old: V1) in V3(V2(old)) }`. If
  /// `upgrade` throws an error, the saved state is treated as damaged: the store begins with its initial state, and the
  /// file is set aside when the state is saved.
  /// - Parameters:
  ///   - version: The version of the saved state; 0 for a state without a version.
  ///   - upgrade: Converts the old state to the archive's version.
  public init<Old: OlderState>(
    from version: Int, _ upgrade: @escaping @Sendable (_ old: Old) throws -> State
  ) {
    self.version = version
    decode = { data, format in try upgrade(format.decode(Saved<Old>.self, from: data).state) }
    decodeUnversioned = { data, format in try upgrade(format.decode(Old.self, from: data)) }
  }
}

/// A hash that identifies saved data, so that the data itself need not be retained.
struct Fingerprint: Hashable {
  private let count: Int
  private let hash: Int

  init(_ data: Data) {
    count = data.count
    var hasher = Hasher()
    // SAFETY: the pointer is used only during the call.
    data.withUnsafeBytes { hasher.combine(bytes: $0) }
    hash = hasher.finalize()
  }
}
