internal import Foundation

/// What an archive knows of its storage, and what it does there.
struct ArchiveContents<State: Codable & Sendable> {
  private let storage: any PersistenceStorage
  private let format: any PersistenceFormat
  private let version: Int
  private let migrations: [Migration<State>]

  private var claim: PersistenceClaim?
  /// Whether the storage was held elsewhere when it was to be claimed. It is not claimed again: what this archive restored may
  /// have been changed since.
  private var isHeldElsewhere = false
  /// Whether something may be there that could not be restored: it is not to be written over.
  private var mayHoldUnread = false
  private(set) var wasRestored = false
  /// What went wrong and was not told yet.
  var problems: [PersistenceError] = []

  init(storage: any PersistenceStorage, format: any PersistenceFormat, version: Int, migrations: [Migration<State>]) {
    self.storage = storage
    self.format = format
    self.version = version
    self.migrations = migrations
  }

  mutating func restore() -> State? {
    wasRestored = true
    noting { contents throws(PersistenceError) in try contents.takeClaim() }
    return noting { contents throws(PersistenceError) in try contents.read() } ?? nil
  }

  mutating func save(_ state: State) -> Bool {
    if isHeldElsewhere { return false }
    let done: Void? = noting { contents throws(PersistenceError) in
      try contents.takeClaim()
      try contents.keepUnread()
      try contents.storage.write(contents.encoded(state))
    }
    return done != nil
  }

  private mutating func takeClaim() throws(PersistenceError) {
    if claim != nil || isHeldElsewhere { return }
    do throws(PersistenceError) {
      claim = try storage.claim()
    } catch {
      isHeldElsewhere = error.kind == .heldElsewhere
      throw error
    }
  }

  private mutating func read() throws(PersistenceError) -> State? {
    mayHoldUnread = true
    do throws(PersistenceError) {
      let state = try storage.read().map { data throws(PersistenceError) in try decoded(data) }
      // Nothing found and no claim may mean that the folder is not there yet, and a file in it neither.
      mayHoldUnread = state == nil && claim == nil
      return state
    } catch {
      var error = error
      if error.kind.isOfContents, claim != nil { error.keptAt = try? storage.setAside() }
      mayHoldUnread = error.keptAt == nil
      throw error
    }
  }

  private mutating func keepUnread() throws(PersistenceError) {
    guard mayHoldUnread else { return }
    if try storage.read() != nil {
      var problem = problem(.failed, "it was there and had not been restored")
      problem.keptAt = try storage.setAside()
      problems.append(problem)
    }
    mayHoldUnread = false
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
    PersistenceError(kind, storage: storage.name, details: details)
  }

  @discardableResult
  private mutating func noting<Result>(
    _ work: (inout Self) throws(PersistenceError) -> Result
  ) -> Result? {
    do throws(PersistenceError) {
      return try work(&self)
    } catch {
      problems.append(error)
      return nil
    }
  }
}
