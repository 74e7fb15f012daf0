/// An action queue as the mailbox knows it, whatever its action type is.
@usableFromInline
protocol AnyActionQueue: AnyObject, Sendable {
  /// Takes out all that waits, for the caller to release outside the lock.
  func abandon(_ locked: borrowing LockToken) -> AnyObject
  /// Delivers the next `count` actions.
  func deliver(_ count: Int, _ turn: borrowing Turn)
}
