internal import Foundation

/// What an archive knows of its storage, and what it does there.
struct ArchiveState<State: Codable & Sendable>: Sendable {
  private let storage: any PersistenceStorage
  private let coder: ArchiveCoder<State>
  private let duration: ClaimDuration

  private var claim: PersistenceClaim?
  private var known = KnownContents.unasked
  /// Whether something may have changed what is there since it was known.
  private var mustVerify = false
  /// Whether it was told that the storage is held elsewhere, since something was saved last.
  private var hasToldHeld = false
  /// What went wrong and was not told yet.
  var problems: [PersistenceError] = []

  init(_ storage: any PersistenceStorage, _ coder: ArchiveCoder<State>, _ duration: ClaimDuration) {
    self.storage = storage
    self.coder = coder
    self.duration = duration
  }

  /// Reads what is there, and changes nothing.
  mutating func restore() -> ReadingResult<State> {
    known = .unread
    do throws(PersistenceError) {
      return try read()
    } catch {
      note(error)
      return .failed
    }
  }

  /// Restores for a store that is going to save, unless that was done before.
  mutating func begin() -> ReadingResult<State> {
    if duration == .always {
      do throws(PersistenceError) { try takeClaim() } catch { note(error) }
    }
    switch known {
    case .unasked: return restore()
    case .unread, .one, .unusable: return restoreLate()
    }
  }

  /// Reads what has to be read before anything is saved.
  mutating func restoreLate() -> ReadingResult<State> {
    guard case .unread = known else { return .nothing }
    return restore()
  }

  mutating func save(_ state: State) -> SavingResult {
    // A claim that was lost is taken again at once: this may be the last saving before the process ends.
    let result = trySaving(state) ?? trySaving(state) ?? .failed
    if duration == .whileSaving { claim = nil }
    return result
  }

  /// Nil where the claim was lost.
  private mutating func trySaving(_ state: State) -> SavingResult? {
    do throws(PersistenceError) {
      try takeClaim()
      try verify()
      try write(state)
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

  private mutating func read() throws(PersistenceError) -> ReadingResult<State> {
    let data = try readPatiently()
    // With a claim nobody else writes.
    mustVerify = claim == nil
    guard let data else {
      known = .one(of: [nil])
      return .nothing
    }
    do throws(PersistenceError) {
      let state = try coder.decoded(data, storage.name)
      known = .one(of: [Fingerprint(data)])
      return .found(state)
    } catch {
      known = .unusable(Fingerprint(data), error)
      problems.append(error)
      return .nothing
    }
  }

  /// A reading that fails for a reason that passes is tried again at once, and then left for later.
  private func readPatiently() throws(PersistenceError) -> Data? {
    for _ in 1...2 {
      do throws(PersistenceError) {
        return try storage.read()
      } catch {
        if error.kind != .failed { throw error }
      }
    }
    return try storage.read()
  }

  /// Makes sure that what is there is still what this archive knows, so that nothing else is written over.
  private mutating func verify() throws(PersistenceError) {
    switch known {
    case .unasked: return
    case .unread: throw problem(.notRead, "it could not be read before")
    case .one, .unusable: if !mustVerify { return }
    }
    let found = try storage.read().map(Fingerprint.init)
    switch known {
    case .one(let expected) where found == nil || expected.contains(found): known = .one(of: [found])
    case .unusable(let fingerprint, _) where found == fingerprint: break
    case .unusable where found == nil: known = .one(of: [nil])
    case .unasked, .unread, .one, .unusable:
      known = .unread
      throw problem(.changedElsewhere, "it is not what was read or written here last")
    }
    mustVerify = false
  }

  private mutating func write(_ state: State) throws(PersistenceError) {
    let data = try coder.encoded(state, storage.name)
    let fingerprint = Fingerprint(data)
    let keptAt: String?
    do throws(PersistenceError) {
      keptAt = try storage.write(data, keepingOld: known.isUnusable)
    } catch {
      if error.kind == .claimLost { claim = nil }
      mayHaveWritten(fingerprint)
      throw error
    }
    if case .unusable(_, var problem) = known, let keptAt {
      problem.keptAt = keptAt
      problems.append(problem)
    }
    known = .one(of: [fingerprint])
    mustVerify = false
    hasToldHeld = false
  }

  /// What failed may have come as far as this.
  private mutating func mayHaveWritten(_ fingerprint: Fingerprint) {
    mustVerify = true
    if case .one(let others) = known { known = .one(of: others.union([fingerprint])) }
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
