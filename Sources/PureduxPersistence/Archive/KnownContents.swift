/// The knowledge of an archive about its storage. `ArchiveState` decides by it what may be written over.
enum KnownContents {
  /// Nobody asked for it, so whoever saves means to replace it.
  case unasked
  /// It was read, or written, by this archive: one of these, where it is not known whether a saving that failed has come
  /// to its end. Nil stands for nothing.
  case one(of: Set<Fingerprint?>)
  /// It was read and cannot be used: it is kept elsewhere when something is saved in its place.
  case unusable(Fingerprint, PersistenceError)
  /// There is, or may be, a state that this archive has not read.
  case unread

  var isUnusable: Bool {
    if case .unusable = self { true } else { false }
  }
}
