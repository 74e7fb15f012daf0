/// What a holder knows of its storage. `StorageHolder` decides by this what may be overwritten.
enum KnownContents<Mark: Hashable & Sendable> {
  /// The contents were never requested, so saving replaces them.
  case unasked
  /// This holder has read or written the contents: one of these marks, because a failed save may have succeeded partly.
  /// A nil mark means empty.
  case one(of: Set<Mark?>)
  /// The contents were read and are unusable, in whole or in part: they are kept aside when something is saved.
  case unusable(Mark, PersistenceError)
  /// There is, or may be, a state that this holder has not read.
  case unread

  var isUnusable: Bool {
    if case .unusable = self { true } else { false }
  }
}
