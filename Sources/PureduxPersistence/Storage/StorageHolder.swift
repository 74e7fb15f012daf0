/// How a state is stored: as a whole, or as a journal of changes.
protocol StoredForm: Sendable {
  /// The result of reading.
  associatedtype Found: Sendable
  /// The data to save.
  associatedtype Pending
  /// Identifies the contents of the storage.
  associatedtype Mark: Hashable, Sendable

  var storage: any PersistenceStorage { get }

  /// Reads the contents without changing the storage. Returns nil if the storage is empty, and throws if reading fails.
  mutating func read() throws(PersistenceError) -> StoredContents<Found, Mark>?

  /// Returns the mark of the current contents, or nil if the storage is empty.
  func mark() throws(PersistenceError) -> Mark?

  /// Replaces the contents. Returns the mark of the new contents, and the location of any old contents that were set
  /// aside.
  ///
  /// - Parameter attempt: Set, before the storage is accessed, to the mark of the contents that a failed write may
  ///   leave behind.
  mutating func write(
    _ pending: Pending, keepingOld: Bool, _ attempt: inout Mark?
  ) throws(PersistenceError) -> (mark: Mark?, keptAt: String?)
}

/// The result of reading from storage.
struct StoredContents<Found: Sendable, Mark: Sendable>: Sendable {
  /// The mark of the contents; nil if the state was imported and the storage is empty.
  var mark: Mark?
  /// The data that was read; nil if the contents are unusable.
  var found: Found?
  /// The reason why the contents are unusable, in whole or in part.
  var problem: PersistenceError?
}

/// An object that saves the state of a store to storage.
protocol StorageUser: AnyObject, Sendable {
  /// True if the store was released and no save is in progress or scheduled.
  var isOver: Bool { get }
}

/// Claims, reads and writes the storage, and tracks its contents.
///
/// The holder never overwrites contents that it failed to read, or that another writer has changed. The holder serves
/// one user at a time; the next user begins with the contents that the previous user left.
struct StorageHolder<Form: StoredForm>: Sendable {
  private(set) var form: Form
  private let duration: ClaimDuration

  private var claim: PersistenceClaim?
  private weak var user: (any StorageUser)?
  /// Whether a user has been admitted since `look(_:)` last updated `known`.
  private var wasUsed = false
  private var known = KnownContents<Form.Mark>.unasked
  /// Whether another writer may have changed the contents.
  private var mustVerify = false
  /// Whether `.heldElsewhere` has been collected since the last successful save.
  private var hasToldHeld = false
  /// Problems that have not been reported yet.
  private var problems: [PersistenceError] = []

  init(_ form: Form, _ duration: ClaimDuration) {
    self.form = form
    self.duration = duration
  }

  private var storage: any PersistenceStorage { form.storage }

  mutating func takeProblems() -> [PersistenceError] {
    defer { problems = [] }
    return problems
  }

  /// Reads the contents for the application, without changing them. `prepare` configures the form for reading.
  ///
  /// If the storage has an active user, this method does not change `known`.
  mutating func look(_ prepare: (inout Form) -> Void = { _ in }) -> ReadingResult<Form.Found> {
    guard let user, !user.isOver else {
      // The application may create the next store from these contents.
      (user, wasUsed) = (nil, false)
      prepare(&form)
      return restore()
    }
    var reader = form
    prepare(&reader)
    do throws(PersistenceError) {
      guard let contents = try reader.read() else { return .nothing }
      if let problem = contents.problem { problems.append(problem) }
      return contents.found.map { .found($0) } ?? .nothing
    } catch {
      note(error)
      return .failed
    }
  }

  private mutating func restore() -> ReadingResult<Form.Found> {
    known = .unread
    do throws(PersistenceError) {
      return try read()
    } catch {
      note(error)
      return .failed
    }
  }

  /// Admits `next` as the user of the storage. Returns false if another user is still active. `prepare` configures the
  /// form for a new user.
  mutating func admit(_ next: some StorageUser, _ prepare: (inout Form) -> Void = { _ in }) -> Bool {
    if user === next { return true }
    if let user, !user.isOver {
      note(problem(.heldElsewhere, "another store is saved there"))
      return false
    }
    prepare(&form)
    // The known contents belong to the previous user's store, so the new user must read the storage.
    if wasUsed { known = .unread }
    (user, wasUsed) = (next, true)
    return true
  }

  /// Restores the state for a store, unless the state was already restored to create the store.
  mutating func begin() -> ReadingResult<Form.Found> {
    if duration == .always {
      do throws(PersistenceError) { try takeClaim() } catch { note(error) }
    }
    switch known {
    case .unasked, .unread: return restore()
    case .one, .unusable: return .nothing
    }
  }

  /// Reads the contents if they must be read before the next save. Fails if `known` is still `.unasked`.
  mutating func restoreLate() -> ReadingResult<Form.Found> {
    switch known {
    case .unasked: return .failed
    case .unread: return restore()
    case .one, .unusable: return .nothing
    }
  }

  mutating func save(_ pending: Form.Pending) -> SavingResult {
    // A lost claim is reacquired immediately: this may be the last save before the process ends.
    let result = trySaving(pending) ?? trySaving(pending) ?? .failed
    if duration == .whileSaving { claim = nil }
    return result
  }

  /// Claims the storage, and saves the pending data. Returns nil if the claim was lost.
  private mutating func trySaving(_ pending: Form.Pending) -> SavingResult? {
    do throws(PersistenceError) {
      try takeClaim()
      try verify()
      try write(pending)
      return .saved
    } catch {
      note(error)
      if error.kind == .claimLost { return nil }
      return if case .unread = known { .unread } else { .failed }
    }
  }

  private mutating func takeClaim() throws(PersistenceError) {
    if claim != nil { return }
    claim = try storage.claim()
    mustVerify = true
  }

  private mutating func read() throws(PersistenceError) -> ReadingResult<Form.Found> {
    let contents = try readPatiently()
    // While the claim is held, there is no other writer.
    mustVerify = claim == nil
    guard let contents else {
      known = .one(of: [nil])
      return .nothing
    }
    if let problem = contents.problem, let mark = contents.mark {
      known = .unusable(mark, problem)
      problems.append(problem)
    } else {
      known = .one(of: [contents.mark])
    }
    return contents.found.map { .found($0) } ?? .nothing
  }

  /// Reads the contents. Retries a transient failure immediately, up to twice.
  private mutating func readPatiently() throws(PersistenceError) -> StoredContents<Form.Found, Form.Mark>? {
    for _ in 1...2 {
      do throws(PersistenceError) {
        return try form.read()
      } catch {
        if error.kind != .failed { throw error }
      }
    }
    return try form.read()
  }

  /// Throws if saving would overwrite contents that must be read first.
  private mutating func verify() throws(PersistenceError) {
    switch known {
    case .unasked: return
    case .unread: throw problem(.notRead, "it could not be read earlier")
    case .one, .unusable: if !mustVerify { return }
    }
    let found = try form.mark()
    switch known {
    case .one(let expected) where found == nil || expected.contains(found): known = .one(of: [found])
    case .unusable(let mark, _, _) where found == mark: break
    case .unusable(_, _, let others) where found.map(others.contains) == true: known = .one(of: [found])
    case .unusable where found == nil: known = .one(of: [nil])
    case .unasked, .unread, .one, .unusable:
      known = .unread
      throw problem(.changedElsewhere, "it differs from the contents that were last read or written here")
    }
    mustVerify = false
  }

  private mutating func write(_ pending: Form.Pending) throws(PersistenceError) {
    var attempt: Form.Mark?
    let (mark, keptAt): (Form.Mark?, String?)
    do throws(PersistenceError) {
      (mark, keptAt) = try form.write(pending, keepingOld: known.isUnusable, &attempt)
    } catch {
      if error.kind == .claimLost { claim = nil }
      if let attempt { mayHaveWritten(attempt) }
      throw error
    }
    guard let mark else { return }
    if case .unusable(_, var problem, _) = known, let keptAt {
      problem.keptAt = keptAt
      problems.append(problem)
    }
    known = .one(of: [mark])
    mustVerify = false
    hasToldHeld = false
  }

  /// Records the mark of the contents that a failed write may have left behind.
  private mutating func mayHaveWritten(_ mark: Form.Mark) {
    mustVerify = true
    switch known {
    case .one(let others): known = .one(of: others.union([mark]))
    case .unusable(let old, let problem, let others): known = .unusable(old, problem, or: others.union([mark]))
    case .unasked, .unread: break
    }
  }

  private func problem(_ kind: PersistenceError.Kind, _ details: String) -> PersistenceError {
    PersistenceError(kind, storage: storage.name, details: details)
  }

  /// Collects a problem to report later. `.heldElsewhere` is collected at most once between successful saves.
  private mutating func note(_ error: PersistenceError) {
    if error.kind != .heldElsewhere || !hasToldHeld { problems.append(error) }
    if error.kind == .heldElsewhere { hasToldHeld = true }
  }
}
