/// How long an archive holds the sole right to write to its storage.
///
/// ```swift
/// let shared = Archive<Notes>(FileStorage(url), claim: .whileSaving)
/// ```
public enum ClaimDuration: Hashable, Sendable {
  /// From the start of the store that is persisted, or the first state that is saved, until the archive is gone. A second
  /// holder is told at its start.
  case always
  /// While a state is being saved, and no longer.
  ///
  /// For a file that an application shares with its extensions: a phone's system ends an application that is suspended while it
  /// holds a lock on a file of an app group. Before each saving the storage is read, and a state that another process has saved
  /// since is taken in, as `late:` says, and not written over.
  case whileSaving
}
