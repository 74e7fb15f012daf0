/// A cell, whatever its state is, that keeps the state before the turn.
@usableFromInline
protocol PreviousStateKeeper: AnyObject, Sendable {
  /// Hands over the kept state.
  func takeBefore(_ turn: borrowing Turn, _ locked: borrowing LockToken) -> AnyObject?
}
