extension PersistenceError: CustomStringConvertible {
  public var description: String { "\(whatHappened) (\(details)). \(whatNow)" }

  private var whatHappened: String {
    switch kind {
    case .heldElsewhere: "\(storage) is in use by another process or archive"
    case .claimLost: "\(storage) is not reserved for this archive any more"
    case .changedElsewhere: "\(storage) was changed by something else"
    case .notRead: "\(storage) may hold a state that was not read"
    case .missingFolder: "The folder of \(storage) does not exist"
    case .unsuitableFile: "\(storage) is not a file that may be used"
    case .notPermitted: "This process may not use \(storage)"
    case .noSpace: "There is no room to save \(storage)"
    case .damaged: "\(storage) does not hold a readable state"
    case .otherVersion(let version): "\(storage) holds version \(version), for which there is no migration"
    case .notEncodable: "The state for \(storage) cannot be encoded"
    case .failed: "\(storage) could not be used"
    }
  }

  private var whatNow: String {
    switch kind {
    case .heldElsewhere:
      "Nothing is saved while that is so. Give each process and each store a storage of its own."
    case .claimLost:
      "It is reserved again before anything is written. Leave the file and its lock file to the application."
    case .changedElsewhere, .notRead: "Nothing was saved over it. It is read first."
    case .missingFolder: "Create the folder; saving is tried again."
    case .unsuitableFile: "It is left as it is, and nothing is saved. Choose the path of a regular file of your own."
    case .notPermitted:
      "Nothing is saved over what could not be read; it is tried again. If this does not pass, choose another storage."
    case .noSpace, .failed: "What was saved before is unharmed, and it is tried again."
    case .damaged, .otherVersion: whatBecameOfOld
    case .notEncodable: "What was saved before stays until the state can be encoded."
    }
  }

  private var whatBecameOfOld: String {
    if let keptAt { return "It is kept at \(keptAt), and the new state was saved." }
    let start = isPartlyUsable ? "the state before the damage" : "its initial state"
    let old = "The store starts from \(start), and the old contents are kept aside when it is saved."
    return if case .otherVersion = kind { "\(old) Give the archive a `Migration` from that version." } else { old }
  }
}
