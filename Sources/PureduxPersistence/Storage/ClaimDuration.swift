/// How long an archive holds the exclusive right to write to its storage.
///
/// ```swift
/// let shared = Archive<Notes>(FileStorage(url), claim: .whileSaving)
/// ```
public enum ClaimDuration: Hashable, Sendable {
  /// From the creation of the persisted store, or from the first save, until the archive is released. A second archive
  /// is refused when it begins.
  case always
  /// Only while a state is being saved.
  ///
  /// Use this for a file that an application shares with its extensions: iOS ends an application that is suspended
  /// while it holds a lock on a file of an app group. The storage is read before each save, and a state that another
  /// process has saved in the meantime is resolved by `late:` instead of overwritten.
  case whileSaving
}
