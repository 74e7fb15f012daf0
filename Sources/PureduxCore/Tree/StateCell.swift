/// The memory of one state: reduced in place, and copied by readers.
@usableFromInline
package final class StateCell<State>: PreviousStateKeeper, @unchecked Sendable {
  // SAFETY: `value`, `before` and `isInitial` are written only with both a turn of the tree and its state lock, so either
  // of the two is enough to read. That the turn and the lock are those of one tree is checked in debug builds.
  @exclusivity(unchecked) @usableFromInline var value: State
  @exclusivity(unchecked) @usableFromInline var before: PreviousState<State>?
  /// Whether no reducer has had the state yet.
  @exclusivity(unchecked) @usableFromInline var isInitial = true
  @exclusivity(unchecked) @usableFromInline var accessCheck = AccessCheck()
  // A reader with a turn and a reader with the lock may be here at the same time, and each notes what it has.
  @exclusivity(unchecked) @usableFromInline var lockCheck = AccessCheck()

  @inlinable
  init(_ value: State) { self.value = value }

  /// Changes the state in place.
  ///
  /// `tree` says whether the state before the turn is kept meanwhile. It is asked for only once, before `body`, so that
  /// no reference to it is retained around `body`.
  @inlinable
  func mutate(
    _ tree: @autoclosure () -> StoreTree, _ turn: borrowing Turn, _ locked: borrowing LockToken,
    _ body: (inout State) -> Void
  ) {
    accessCheck.check(turn)
    lockCheck.check(locked)
    if tree().keepsStateBeforeTurn, before == nil {
      before = PreviousState(value)
      tree().keep(self, turn)
    }
    isInitial = false
    body(&value)
  }

  func isInitial(_ turn: borrowing Turn) -> Bool {
    accessCheck.check(turn)
    return isInitial
  }

  @usableFromInline
  func takeBefore(_ turn: borrowing Turn, _ locked: borrowing LockToken) -> AnyObject? {
    defer { before = nil }
    return before
  }

  @inlinable
  func read(_ turn: borrowing Turn) -> State {
    accessCheck.check(turn)
    return value
  }

  @inlinable
  func read(_ locked: borrowing LockToken) -> State {
    lockCheck.check(locked)
    return before?.value ?? value
  }

  /// Lends the state itself, which must not be kept.
  @inlinable
  func borrow<Result>(_ locked: borrowing LockToken, _ body: (State) throws -> Result) rethrows -> Result {
    lockCheck.check(locked)
    if let before { return try body(before.value) }
    return try body(value)
  }
}
