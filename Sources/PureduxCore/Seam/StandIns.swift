internal import PureduxAtomics

/// The states that a token gives access to: the live states, or substitutes.
@frozen
@usableFromInline
package enum StateAccess {
  case live
  /// The states of a `StandIns`, for replaying reducers without a lock.
  case replay
}

/// Substitutes for the states of cells, used to run reducers and compose states outside the live tree.
///
/// Given the token of an instance, a cell reads and changes its substitute instead of its live state, so the same
/// closures work with live states and with substitutes. Only one thread at a time may use an instance.
@usableFromInline
package final class StandIns {
  /// Returns the substitute for a cell's state; nil to skip a change to the state.
  package typealias Find = (any ReplayableCell) -> (any ReplayedCell)?

  private let find: Find

  package init(_ find: @escaping Find) { self.find = find }

  /// Runs `body` with a private turn and a token for these states, without affecting live trees.
  package func run(_ body: (borrowing Turn, borrowing LockToken) -> Void) {
    read { locked in PrivateTurns().lend { turn in body(turn, locked) } }
  }

  /// Runs `body` with a token for these states.
  package func read<Result>(_ body: (borrowing LockToken) -> Result) -> Result {
    let wasReplaying = puredux_thread_set_replaying(true)
    defer { _ = puredux_thread_set_replaying(wasReplaying) }
    return withExtendedLifetime(self) { body(LockToken(self)) }
  }

  /// Returns the substitute that a reducer must change; nil if the change is skipped.
  ///
  /// Never inlined, so that reducing live states does not pay for this code. The reducer is not an argument, because
  /// its closure context would then be created for live states too.
  @inlinable
  @inline(never)
  func stateToChange<State>(of cell: StateCell<State>) -> ReplayedState<State>? {
    // SAFETY: the substitute for a cell was created by that cell, which the substitute retains.
    found(cell).map { unsafeDowncast($0, to: ReplayedState<State>.self) }
  }

  @inlinable
  @inline(never)
  func state<State>(of cell: StateCell<State>) -> ReplayedState<State> {
    // Only cells whose reducers are skipped lack a substitute, and a skipped reducer reads no state.
    guard let state = stateToChange(of: cell) else { fatalError("a state was read where cells are only named") }
    return state
  }

  @usableFromInline
  func found(_ cell: any ReplayableCell) -> (any ReplayedCell)? { find(cell) }
}

/// A type-erased cell whose state can be substituted.
@usableFromInline
package protocol ReplayableCell: AnyObject, Sendable {
  /// Returns a substitute with the current state of the cell.
  func entered(_ locked: borrowing LockToken) -> any ReplayedCell
  /// Swaps the live state of the cell with a state that was created for this cell.
  func exchange(
    _ state: any ReplayedCell, _ tree: StoreTree, _ turn: borrowing Turn, _ locked: borrowing LockToken)
  /// Replaces the live state with a copy of a state that was created for this cell.
  func restore(_ state: any ReplayedCell, _ tree: StoreTree, _ turn: borrowing Turn, _ locked: borrowing LockToken)
  /// The type of the cell's state.
  var stateType: Any.Type { get }
  /// Removes and returns the state from before the current turn, if that state is kept.
  func takeBefore(_ turn: borrowing Turn, _ locked: borrowing LockToken) -> (any ReplayedCell)?
  /// Returns a substitute that holds `value` for this cell's state, or nil if the types differ.
  func replayed(_ value: Any) -> (any ReplayedCell)?
}

/// A type-erased substitute for a cell's state.
@usableFromInline
package protocol ReplayedCell: AnyObject {
  /// The live cell, retained so that its address stays unique.
  var liveCell: any ReplayableCell { get }
  var anyValue: Any { get }
  /// Returns an independent copy of this substitute.
  func copied() -> any ReplayedCell
}

@_fixed_layout
@usableFromInline
final class ReplayedState<State>: ReplayedCell {
  // SAFETY: one thread at a time uses a `StandIns`, and reducers access its states only through its token. The
  // substitutes of `PresentStates` and the states that cells keep during a turn are shared; they are read and exchanged
  // with the tree's state lock held.
  @exclusivity(unchecked) @usableFromInline var value: State
  @usableFromInline let cell: StateCell<State>

  @inlinable
  init(_ value: State, of cell: StateCell<State>) {
    self.value = value
    self.cell = cell
  }

  @usableFromInline var liveCell: any ReplayableCell { cell }
  @usableFromInline var anyValue: Any { value }

  @usableFromInline
  func copied() -> any ReplayedCell { ReplayedState(value, of: cell) }
}

extension StateCell: ReplayableCell {
  @usableFromInline
  package func entered(_ locked: borrowing LockToken) -> any ReplayedCell { ReplayedState(read(locked), of: self) }

  @usableFromInline
  package func exchange(
    _ state: any ReplayedCell, _ tree: StoreTree, _ turn: borrowing Turn, _ locked: borrowing LockToken
  ) {
    guard let state = state as? ReplayedState<State> else { return }
    mutate(tree, turn, locked) { swap(&$0, &state.value) }
  }

  @usableFromInline
  package func restore(
    _ state: any ReplayedCell, _ tree: StoreTree, _ turn: borrowing Turn, _ locked: borrowing LockToken
  ) {
    guard let state = state as? ReplayedState<State> else { return }
    mutate(tree, turn, locked) { $0 = state.value }
  }

  @usableFromInline package var stateType: Any.Type { State.self }

  @usableFromInline
  package func replayed(_ value: Any) -> (any ReplayedCell)? {
    (value as? State).map { ReplayedState($0, of: self) }
  }
}
