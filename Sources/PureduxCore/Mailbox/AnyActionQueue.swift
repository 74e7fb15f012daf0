/// What the mailbox knows of an action queue, whatever its actions are.
@usableFromInline
protocol AnyActionQueue: AnyObject, Sendable {
  /// Takes out all that waits, for the caller to release outside the lock.
  func abandon(_ locked: borrowing LockToken) -> AnyObject
  /// Delivers the next actions of those that wait.
  func deliver(_ count: Int, _ turn: borrowing Turn)
}
