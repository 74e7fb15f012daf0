internal import Foundation

/// Why a state was not saved or restored; the store goes on in any case.
public struct PersistenceError: Error, Hashable, Sendable {
  /// What went wrong.
  public enum Kind: Hashable, Sendable {
    /// Another process, or another archive of this one, holds the storage. It stays read-only here.
    case heldElsewhere
    /// The folder of the file does not exist.
    case missingFolder
    /// The system does not let this process read or write there.
    case notPermitted
    /// The disk is full, or the quota is used up.
    case noSpace
    /// What was saved cannot be read as a state.
    case damaged
    /// What was saved has a version without a migration, such as one that a newer app wrote.
    case otherVersion(Int)
    /// The state cannot be encoded by the format.
    case notEncodable
    /// Any other failure of the storage.
    case failed

    /// Whether what is there was read and cannot be used, now or later; anything else may pass.
    var isOfContents: Bool {
      switch self {
      case .damaged, .otherVersion: true
      case .heldElsewhere, .missingFolder, .notPermitted, .noSpace, .notEncodable, .failed: false
      }
    }
  }

  /// What went wrong.
  public let kind: Kind
  /// Where the state is saved.
  public let storage: String
  /// What the system or the format said.
  public let details: String
  /// Where what could not be restored is kept, if it was moved there.
  public internal(set) var keptAt: String?

  /// For storages of your own; `details` says what the system did.
  public init(_ kind: Kind, storage: String, details: String) {
    self.kind = kind
    self.storage = storage
    self.details = details
  }

  /// Where archives tell their problems by default.
  @usableFromInline
  func writeToStandardError() {
    FileHandle.standardError.write(Data("Puredux: \(self)\n".utf8))
  }
}

extension PersistenceError: CustomStringConvertible {
  public var description: String {
    let kept = keptAt.map { "It is kept at \($0). " } ?? ""
    return "\(whatHappened) (\(details)). \(kept)\(whatNow)"
  }

  private var whatHappened: String {
    switch kind {
    case .heldElsewhere: "\(storage) is held by somebody else"
    case .missingFolder: "The folder of \(storage) does not exist"
    case .notPermitted: "\(storage) may not be used by this process"
    case .noSpace: "There is no room to save \(storage)"
    case .damaged: "\(storage) does not hold a readable state"
    case .otherVersion(let version): "\(storage) holds version \(version), for which there is no migration"
    case .notEncodable: "The state for \(storage) cannot be encoded"
    case .failed: "\(storage) could not be used"
    }
  }

  private var whatNow: String {
    switch kind {
    case .heldElsewhere: "Nothing is saved from here; give each process a storage of its own."
    case .missingFolder: "Create it; saving is tried again until then."
    case .notPermitted: "Choose a storage that may be written; saving is tried again until then."
    case .noSpace, .failed: "What was saved before is unharmed, and saving is tried again."
    case .damaged: "The store starts from its initial state."
    case .otherVersion: "The store starts from its initial state; give the archive a `Migration` from that version."
    case .notEncodable: "Nothing is saved until it can be."
    }
  }
}
