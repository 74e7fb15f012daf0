/// The knowledge of a holder about its storage. `StorageHolder` decides by it what may be written over.
enum KnownContents<Mark: Hashable & Sendable> {
  /// Nobody asked for it, so whoever saves means to replace it.
  case unasked
  /// It was read, or written, by this holder: one of these, where it is not known whether a saving that failed has come
  /// to its end. Nil stands for nothing.
  case one(of: Set<Mark?>)
  /// It was read and cannot be used, or not all of it: it is kept elsewhere when something is saved in its place.
  case unusable(Mark, PersistenceError)
  /// There is, or may be, a state that this holder has not read.
  case unread

  var isUnusable: Bool {
    if case .unusable = self { true } else { false }
  }
}
