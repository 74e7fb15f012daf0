extension PersistenceError {
  /// The kind of a problem.
  public enum Kind: Hashable, Sendable {
    /// Another process, or another archive of this process, holds the exclusive right to write.
    case heldElsewhere
    /// The exclusive right to write was lost, for example because the lock file was deleted or the file replaced.
    case claimLost
    /// Another writer has changed the storage since this archive last read or wrote it.
    case changedElsewhere
    /// The storage may contain a state that could not be read, so nothing is saved over it.
    case notRead
    /// The folder of the file does not exist.
    case missingFolder
    /// The path does not lead to a regular file, or leads through a link that may not be followed.
    case unsuitableFile
    /// The system does not permit this process to read or write, perhaps only temporarily.
    case notPermitted
    /// The disk is full, or the quota is exhausted.
    case noSpace
    /// The saved data was read, and is not a valid state.
    case damaged
    /// The saved data has a version without a migration, for example that of a newer application.
    case otherVersion(Int)
    /// The format cannot encode the state.
    case notEncodable
    /// Any other failure of the storage.
    case failed
  }
}
