/// The storage of one state, which reducers change in place and readers copy.
@_fixed_layout
@usableFromInline
package final class StateCell<State>: @unchecked Sendable {
  // SAFETY: all mutable state is accessed with a turn or the state lock of the tree, as stated at each property. Debug
  // builds check that the turn and the lock belong to the same tree.

  // SAFETY: written only with both a turn of the tree and its state lock, so either of the two suffices for reading.
  @exclusivity(unchecked) @usableFromInline var value: State
  // SAFETY: as `value`.
  @exclusivity(unchecked) @usableFromInline var past = Past.initial
  // SAFETY: accessed only with a turn, so two threads never write it concurrently.
  @exclusivity(unchecked) @usableFromInline var accessCheck = AccessCheck()
  // SAFETY: accessed only with the state lock, so two threads never write it concurrently.
  @exclusivity(unchecked) @usableFromInline var lockCheck = AccessCheck()

  /// Records whether the state has ever changed, and holds the state before the turn, if kept. The enum is kept as
  /// small as a reference, because a tree may have many cells.
  @usableFromInline
  enum Past {
    /// No reducer has changed the state yet.
    case initial
    case changed
    /// The state has changed in the current turn, and its value before the turn is kept.
    case kept(ReplayedState<State>)
  }

  @inlinable
  init(_ value: State) { self.value = value }

  /// The address of the state, so that publications can lend the state instead of copying it.
  ///
  /// Read this property only before the cell is shared.
  // SAFETY: a stored property of a final class keeps its address as long as the object exists. Publications read the
  // state with a turn, and nothing changes it during a publication.
  @inlinable
  var address: UnsafePointer<State> { withUnsafeMutablePointer(to: &value) { UnsafePointer($0) } }

  /// The state before the current turn, if that state is kept.
  @inlinable
  var previous: ReplayedState<State>? {
    if case .kept(let previous) = past { previous } else { nil }
  }

  /// Changes the state in place.
  ///
  /// `tree` determines whether the state before the turn is kept. The autoclosure is evaluated before `body` runs, so
  /// that the tree need not be retained while `body` runs.
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
        past = .kept(ReplayedState(value, of: self))
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
  package func takeBefore(_ turn: borrowing Turn, _ locked: borrowing LockToken) -> (any ReplayedCell)? {
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

  /// Lends the state to `body`, which must not store it.
  @inlinable
  func borrow<Result>(_ locked: borrowing LockToken, _ body: (State) throws -> Result) rethrows -> Result {
    if locked.access == .replay { return try locked.withStandIns { try body($0.state(of: self).value) } }
    lockCheck.check(locked)
    if let previous { return try body(previous.value) }
    return try body(value)
  }
}
