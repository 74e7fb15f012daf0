/// The memory of one state: reduced in place, and copied by readers.
@_fixed_layout
@usableFromInline
package final class StateCell<State>: PreviousStateKeeper, @unchecked Sendable {
  // SAFETY: everything that changes is reached with a turn of the tree or its state lock, as is said beside it. That the
  // turn and the lock are those of one tree is checked in debug builds.

  // SAFETY: written only with both a turn of the tree and its state lock, so either of the two is enough to read.
  @exclusivity(unchecked) @usableFromInline var value: State
  // SAFETY: as `value`.
  @exclusivity(unchecked) @usableFromInline var past = Past.initial
  // SAFETY: reached with a turn alone, so no two threads write it.
  @exclusivity(unchecked) @usableFromInline var accessCheck = AccessCheck()
  // SAFETY: reached with the state lock alone, so no two threads write it.
  @exclusivity(unchecked) @usableFromInline var lockCheck = AccessCheck()

  /// What is known of the states before this one. It is as large as a reference, because there are many cells.
  @usableFromInline
  enum Past {
    /// No reducer has had the state yet.
    case initial
    case changed
    /// A turn is changing the state, and this is the one before it.
    case kept(PreviousState<State>)
  }

  @inlinable
  init(_ value: State) { self.value = value }

  /// The state before the current turn, where it is kept.
  @inlinable
  var previous: PreviousState<State>? {
    if case .kept(let previous) = past { previous } else { nil }
  }

  /// Changes the state in place.
  ///
  /// `tree` says whether the state before the turn is kept meanwhile. It is asked for only once, before `body`, so that
  /// no reference to it is retained around `body`.
  @inlinable
  func mutate(
    _ tree: @autoclosure () -> StoreTree, _ turn: borrowing Turn, _ locked: borrowing LockToken,
    _ body: (inout State) -> Void
  ) {
    if locked.access == .replay {
      if let other = locked.withStandIns({ $0.stateToChange(of: self) }) { body(&other.value) }
      return
    }
    accessCheck.check(turn)
    lockCheck.check(locked)
    if tree().keepsStateBeforeTurn {
      if previous == nil {
        past = .kept(PreviousState(value))
        tree().keep(self, turn)
      }
    } else if case .initial = past {
      past = .changed
    }
    body(&value)
  }

  func isInitial(_ turn: borrowing Turn) -> Bool {
    accessCheck.check(turn)
    return if case .initial = past { true } else { false }
  }

  @usableFromInline
  func takeBefore(_ turn: borrowing Turn, _ locked: borrowing LockToken) -> AnyObject? {
    defer { past = .changed }
    return previous
  }

  @inlinable
  func read(_ turn: borrowing Turn) -> State {
    accessCheck.check(turn)
    return value
  }

  @inlinable
  func read(_ locked: borrowing LockToken) -> State {
    if locked.access == .replay { return locked.withStandIns { $0.state(of: self).value } }
    lockCheck.check(locked)
    return previous?.value ?? value
  }

  /// Lends the state itself, which must not be kept.
  @inlinable
  func borrow<Result>(_ locked: borrowing LockToken, _ body: (State) throws -> Result) rethrows -> Result {
    if locked.access == .replay { return try locked.withStandIns { try body($0.state(of: self).value) } }
    lockCheck.check(locked)
    if let previous { return try body(previous.value) }
    return try body(value)
  }
}

/// The state before the current turn, for a reducer that reads its own tree by mistake.
@_fixed_layout
@usableFromInline
final class PreviousState<State> {
  @usableFromInline let value: State
  @inlinable init(_ value: State) { self.value = value }
}

/// A cell, whatever its state is, that keeps the state before the turn.
@usableFromInline
protocol PreviousStateKeeper: AnyObject, Sendable {
  /// Hands over the kept state.
  func takeBefore(_ turn: borrowing Turn, _ locked: borrowing LockToken) -> AnyObject?
}
