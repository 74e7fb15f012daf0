extension PersistenceError {
  /// What went wrong.
  public enum Kind: Hashable, Sendable {
    /// Another process, or another archive of this one, has the sole right to write.
    case heldElsewhere
    /// The sole right to write was taken away, as when the lock file was deleted or the file replaced.
    case claimLost
    /// Something else has written since this archive last read or wrote.
    case changedElsewhere
    /// There may be a state that could not be read, so nothing is saved over it.
    case notRead
    /// The folder of the file does not exist.
    case missingFolder
    /// What stands there is not a regular file, or is a link that may not be followed.
    case unsuitableFile
    /// The system does not let this process read or write there, perhaps only for now.
    case notPermitted
    /// The disk is full, or the quota is used up.
    case noSpace
    /// What was saved was read, and is not a state.
    case damaged
    /// What was saved has a version without a migration, such as one that a newer app wrote.
    case otherVersion(Int)
    /// The format cannot encode the state.
    case notEncodable
    /// Any other failure of the storage.
    case failed
  }
}
