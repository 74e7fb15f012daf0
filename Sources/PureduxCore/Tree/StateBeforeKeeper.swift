/// A cell of any state that keeps it as it was before the turn.
@usableFromInline
protocol StateBeforeKeeper: AnyObject, Sendable {
  /// Hands the kept state over.
  func takeBefore(_ turn: borrowing Turn, _ locked: borrowing LockToken) -> AnyObject?
}
