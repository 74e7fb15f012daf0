internal import Foundation

/// Saves a state at a place in a format, and restores it.
///
/// What cannot be restored is kept aside and told. An archive whose place is held elsewhere restores and never saves.
public struct Archive<State: Codable & Sendable>: Sendable {
  private let place: any PersistencePlace
  private let format: any PersistenceFormat
  private let version: Int
  private let migrations: [Migration<State>]
  private let onProblem: @Sendable (PersistenceError) -> Void
  private let access = Guarded(Access())

  /// What is known of the place. A copy of an archive shares it.
  private struct Access {
    var claim: PersistenceClaim?
    var isHeldElsewhere = false
    /// Whether something may be there that could not be restored: it is not to be written over.
    var mayHoldUnread = false
    var wasRestored = false
  }

  /// `version` names the shape of `State`: raise it when older files could not be decoded, and add a migration from the old one.
  ///
  /// `onProblem` is called on the thread that found the problem; by default it writes to standard error.
  public init(
    _ place: some PersistencePlace,
    format: some PersistenceFormat = JSONFormat(),
    version: Int = 1,
    migrations: [Migration<State>] = [],
    onProblem: @escaping @Sendable (PersistenceError) -> Void = { $0.writeToStandardError() }
  ) {
    self.place = place
    self.format = format
    self.version = version
    self.migrations = migrations
    self.onProblem = onProblem
  }

  /// Reads what was saved; nil when there is nothing, or nothing that can be used.
  public func restore() -> State? {
    access.withLock { $0.wasRestored = true }
    try? told(claim)
    return (try? told(readState)) ?? nil
  }

  /// Saves a state in place of the one before; false, and told, when that is not possible.
  @discardableResult
  public func save(_ state: State) -> Bool {
    if access.withLock({ $0.isHeldElsewhere }) { return false }
    do {
      try told { () throws(PersistenceError) in
        try claim()
        try keepUnread()
        try place.write(encoded(state))
      }
      return true
    } catch {
      return false
    }
  }

  /// Whether `restore` was called, so that a store that was made from its result does not restore again.
  var wasRestored: Bool { access.withLock { $0.wasRestored } }

  private func claim() throws(PersistenceError) {
    if access.withLock({ $0.claim != nil }) { return }
    do throws(PersistenceError) {
      let claim = try place.claim()
      access.withLock { $0.claim = claim }
    } catch {
      if error.kind == .heldElsewhere { access.withLock { $0.isHeldElsewhere = true } }
      throw error
    }
  }

  private func readState() throws(PersistenceError) -> State? {
    let hasClaim = access.withLock {
      $0.mayHoldUnread = true
      return $0.claim != nil
    }
    do throws(PersistenceError) {
      let state = try place.read().map { data throws(PersistenceError) in try decoded(data) }
      // Nothing found and no claim may mean that the folder is not there yet, and a file in it neither.
      access.withLock { $0.mayHoldUnread = state == nil && !hasClaim }
      return state
    } catch {
      var error = error
      if hasClaim { error.keptAt = try? place.setAside() }
      if error.keptAt != nil { access.withLock { $0.mayHoldUnread = false } }
      throw error
    }
  }

  private func keepUnread() throws(PersistenceError) {
    guard access.withLock({ $0.mayHoldUnread }) else { return }
    if try place.read() != nil {
      var problem = PersistenceError(.failed, place: place.name, details: "it was there and had not been restored")
      problem.keptAt = try place.setAside()
      onProblem(problem)
    }
    access.withLock { $0.mayHoldUnread = false }
  }

  private func decoded(_ data: Data) throws(PersistenceError) -> State {
    do {
      let found = try format.decode(SavedVersion.self, from: data).version
      if found == version { return try format.decode(Saved<State>.self, from: data).state }
      if let migration = migrations.first(where: { $0.version == found }) { return try migration.decode(data, format) }
      throw problem(.otherVersion(found), "this is version \(version)")
    } catch let error as PersistenceError {
      throw error
    } catch {
      throw problem(.damaged, "\(error)")
    }
  }

  private func encoded(_ state: State) throws(PersistenceError) -> Data {
    do {
      return try format.encode(Saved(version: version, state: state))
    } catch {
      throw problem(.notEncodable, "\(error)")
    }
  }

  private func problem(_ kind: PersistenceError.Kind, _ details: String) -> PersistenceError {
    PersistenceError(kind, place: place.name, details: details)
  }

  private func told<Result>(_ work: () throws(PersistenceError) -> Result) throws(PersistenceError) -> Result {
    do throws(PersistenceError) {
      return try work()
    } catch {
      onProblem(error)
      throw error
    }
  }
}
