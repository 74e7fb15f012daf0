/// A form in which a state is kept in a storage: as a whole, or as a journal of its changes.
protocol StoredForm: Sendable {
  /// What reading gives.
  associatedtype Found: Sendable
  /// What is to be saved.
  associatedtype Pending
  /// What tells the contents of the storage from others.
  associatedtype Mark: Hashable, Sendable

  var storage: any PersistenceStorage { get }

  /// Reads what is there, and changes nothing; nil where there is nothing. Throws where it could not be read.
  mutating func read() throws(PersistenceError) -> StoredContents<Found, Mark>?

  /// What the contents that are there now are told by; nil where there is nothing.
  func mark() throws(PersistenceError) -> Mark?

  /// Writes in place of what is there. Returns how the storage is known from then on, and where the old contents are kept.
  ///
  /// - Parameter attempt: Set before the storage is touched: what it may hold if this fails.
  mutating func write(
    _ pending: Pending, keepingOld: Bool, _ attempt: inout Mark?
  ) throws(PersistenceError) -> (mark: Mark?, keptAt: String?)
}

/// What was read from a storage.
struct StoredContents<Found: Sendable, Mark: Sendable>: Sendable {
  /// Nil where it was read elsewhere, and nothing is in the storage.
  var mark: Mark?
  /// Nil where none of it can be used.
  var found: Found?
  /// Why it cannot be used, or not all of it.
  var problem: PersistenceError?
}

/// What one holder knows of a storage, and what it does there: it claims, reads, writes, and never writes over what it has not
/// read.
struct StorageHolder<Form: StoredForm>: Sendable {
  private(set) var form: Form
  private let duration: ClaimDuration

  private var claim: PersistenceClaim?
  private var known = KnownContents<Form.Mark>.unasked
  /// Whether something may have changed what is there since it was known.
  private var mustVerify = false
  /// Whether it was told that the storage is held elsewhere, since something was saved last.
  private var hasToldHeld = false
  /// What went wrong and was not told yet.
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

  /// Changes how the form reads and writes.
  mutating func set(_ change: (inout Form) -> Void) { change(&form) }

  /// Reads what is there, and changes nothing.
  mutating func restore() -> ReadingResult<Form.Found> {
    known = .unread
    do throws(PersistenceError) {
      return try read()
    } catch {
      note(error)
      return .failed
    }
  }

  /// Restores for a store that is going to save, unless that was done before.
  mutating func begin() -> ReadingResult<Form.Found> {
    if duration == .always {
      do throws(PersistenceError) { try takeClaim() } catch { note(error) }
    }
    switch known {
    case .unasked: return restore()
    case .unread, .one, .unusable: return restoreLate()
    }
  }

  /// Reads what has to be read before anything is saved.
  mutating func restoreLate() -> ReadingResult<Form.Found> {
    guard case .unread = known else { return .nothing }
    return restore()
  }

  mutating func save(_ pending: Form.Pending) -> SavingResult {
    // A claim that was lost is taken again at once: this may be the last saving before the process ends.
    let result = trySaving(pending) ?? trySaving(pending) ?? .failed
    if duration == .whileSaving { claim = nil }
    return result
  }

  /// Nil where the claim was lost.
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
    // With a claim nobody else writes.
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

  /// A reading that fails for a reason that passes is tried again at once, and then left for later.
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

  /// Makes sure that what is there is still what this holder knows, so that nothing else is written over.
  private mutating func verify() throws(PersistenceError) {
    switch known {
    case .unasked: return
    case .unread: throw problem(.notRead, "it could not be read before")
    case .one, .unusable: if !mustVerify { return }
    }
    let found = try form.mark()
    switch known {
    case .one(let expected) where found == nil || expected.contains(found): known = .one(of: [found])
    case .unusable(let mark, _) where found == mark: break
    case .unusable where found == nil: known = .one(of: [nil])
    case .unasked, .unread, .one, .unusable:
      known = .unread
      throw problem(.changedElsewhere, "it is not what was read or written here last")
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
    if case .unusable(_, var problem) = known, let keptAt {
      problem.keptAt = keptAt
      problems.append(problem)
    }
    known = .one(of: [mark])
    mustVerify = false
    hasToldHeld = false
  }

  /// What failed may have come as far as this.
  private mutating func mayHaveWritten(_ mark: Form.Mark) {
    mustVerify = true
    if case .one(let others) = known { known = .one(of: others.union([mark])) }
  }

  private func problem(_ kind: PersistenceError.Kind, _ details: String) -> PersistenceError {
    PersistenceError(kind, storage: storage.name, details: details)
  }

  /// That the storage is held elsewhere is told once.
  private mutating func note(_ error: PersistenceError) {
    if error.kind != .heldElsewhere || !hasToldHeld { problems.append(error) }
    if error.kind == .heldElsewhere { hasToldHeld = true }
  }
}
