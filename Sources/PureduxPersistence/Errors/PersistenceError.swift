internal import PureduxAtomics

/// The reason why a state was not saved or restored. The store remains usable after every error.
///
/// ```swift
/// let archive = Archive<Notes>(FileStorage(url)) { problem in
///   if problem.kind == .noSpace { print("Your notes are not saved: the disk is full.") }
/// }
/// ```
///
/// The error's description states the problem, the consequence for the data, and the fix.
public struct PersistenceError: Error, Hashable, Sendable {
  /// The kind of problem.
  public let kind: Kind
  /// The name of the storage, for example the path of a file.
  public let storage: String
  /// The error message of the system or the format.
  public let details: String
  /// The location of unusable data that was set aside when a state was saved in its place.
  public internal(set) var keptAt: String?
  /// Whether the store continues with the data that precedes the damage.
  var isPartlyUsable = false

  /// Creates an error to be thrown by a custom storage.
  ///
  /// - Parameters:
  ///   - kind: The kind of problem. A failed save is retried, regardless of the error's kind. Use `.failed` for
  ///     contents that the storage itself cannot read, because `.damaged` and `.otherVersion` refer to contents that
  ///     were read.
  ///   - storage: The name of the storage.
  ///   - details: The error message of the system or the format.
  public init(_ kind: Kind, storage: String, details: String) {
    self.kind = kind
    self.storage = storage
    self.details = details
  }

  /// Writes the error's description to standard error. This method is the default `onProblem` handler.
  @usableFromInline
  func writeToStandardError() {
    var text = "Puredux: \(self)"
    // SAFETY: the bytes are read before the call returns.
    text.withUTF8 { $0.withMemoryRebound(to: CChar.self) { puredux_print_error($0.baseAddress, $0.count) } }
  }
}

extension PersistenceError {
  /// The kind of problem that a `PersistenceError` reports.
  public enum Kind: Hashable, Sendable {
    /// Another process or archive holds the right to write, or another store uses the same archive.
    case heldElsewhere
    /// The exclusive right to write to the storage was lost.
    ///
    /// For example, the lock file was deleted, or another process replaced the saved file.
    case claimLost
    /// Another writer has changed the storage since this archive last read or wrote it.
    case changedElsewhere
    /// The storage may contain a state that could not be read, so the storage is not overwritten.
    case notRead
    /// The folder of the file does not exist.
    case missingFolder
    /// The path does not refer to a regular file, or contains a symbolic link that may not be followed.
    case unsuitableFile
    /// The system does not permit this process to read or write; the cause may be temporary.
    case notPermitted
    /// The disk is full, or the quota is exhausted.
    case noSpace
    /// The saved data was read, but is not a valid state.
    case damaged
    /// There is no migration for the version of the saved data.
    ///
    /// For example, a newer version of the application wrote the data.
    case otherVersion(Int)
    /// The format cannot encode the state.
    case notEncodable
    /// Any other failure of the storage.
    case failed
  }
}

extension PersistenceError: CustomStringConvertible {
  public var description: String { "\(whatHappened) (\(details)). \(whatNow)" }

  private var whatHappened: String {
    switch kind {
    case .heldElsewhere: "\(storage) is in use by another process, archive or store"
    case .claimLost: "This archive no longer holds the claim on \(storage)"
    case .changedElsewhere: "\(storage) was changed by another writer"
    case .notRead: "\(storage) may contain a state that was not read"
    case .missingFolder: "The folder of \(storage) does not exist"
    case .unsuitableFile: "\(storage) is not a suitable file"
    case .notPermitted: "This process may not use \(storage)"
    case .noSpace: "There is not enough space to save \(storage)"
    case .damaged: "\(storage) does not contain a readable state"
    case .otherVersion(let version): "\(storage) contains version \(version), for which there is no migration"
    case .notEncodable: "The state for \(storage) cannot be encoded"
    case .failed: "\(storage) could not be used"
    }
  }

  private var whatNow: String {
    switch kind {
    case .heldElsewhere:
      "Nothing is saved until it is released. Give each process and each store its own storage."
    case .claimLost:
      "It is claimed again before anything is written. Let only the application change the file and its lock file."
    case .changedElsewhere, .notRead: "It was not overwritten, and is read first."
    case .missingFolder: "Create the folder; saving is retried."
    case .unsuitableFile: "It is left unchanged, and nothing is saved. Choose the path of your own regular file."
    case .notPermitted:
      "Unread data is not overwritten, and the operation is retried. If this persists, choose another storage."
    case .noSpace, .failed: "The previously saved state is intact, and the operation is retried."
    case .damaged, .otherVersion: whatBecameOfOld
    case .notEncodable: "The previously saved state remains until the state can be encoded."
    }
  }

  private var whatBecameOfOld: String {
    if let keptAt { return "It was set aside at \(keptAt), and the new state was saved." }
    let start = isPartlyUsable ? "the state before the damage" : "its initial state"
    let old = "The store starts from \(start), and the old contents are set aside when the state is saved."
    return if case .otherVersion = kind { "\(old) Add a `Migration` from that version to the archive." } else { old }
  }
}
