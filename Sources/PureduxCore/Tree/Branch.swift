/// A part of the tree below a node in which something observes.
@usableFromInline
package final class Branch<ParentState>: Sendable {
  // SAFETY: the pointers are ones that `withTemporaryValue` lends; `publish` reads or fills them, and does not keep them.

  /// How a state of the parent reaches the branch.
  @usableFromInline
  package enum Publication: Sendable {
    /// Takes the parent's state in temporary memory, which is valid during the call.
    case ofState(@Sendable (UnsafePointer<ParentState>, borrowing Turn) -> Void)
    /// Takes what makes the parent's state, and has it made as a part of a larger state, in place.
    case inPlace(@Sendable ((UnsafeMutablePointer<ParentState>) -> Void, borrowing Turn) -> Void)
  }

  @usableFromInline let publication: Publication
  package let close: @Sendable () -> [LeftObserver]

  @usableFromInline
  package init(close: @escaping @Sendable () -> [LeftObserver], _ publication: Publication) {
    self.publication = publication
    self.close = close
  }

  /// Publishes a state of the parent that is in memory.
  @inlinable
  func publish(_ state: UnsafePointer<ParentState>, _ turn: borrowing Turn) {
    switch publication {
    case .ofState(let publish): publish(state, turn)
    case .inPlace(let publish): publish({ memory in initialize(at: memory) { state.pointee } }, turn)
    }
  }
}
