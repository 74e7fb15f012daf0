/// A part of the tree below a node in which something observes.
@usableFromInline
final class Branch<ParentState>: Sendable {
  // SAFETY: the pointer is one that `withTemporaryValue` lends; `publish` reads it and does not keep it.
  /// Takes the parent's state in temporary memory, which is valid during the call.
  @usableFromInline let publish: @Sendable (UnsafePointer<ParentState>, borrowing Turn) -> Void
  let close: @Sendable () -> [LeftObserver]

  @usableFromInline
  init(
    close: @escaping @Sendable () -> [LeftObserver],
    publish: @escaping @Sendable (UnsafePointer<ParentState>, borrowing Turn) -> Void
  ) {
    self.publish = publish
    self.close = close
  }
}
