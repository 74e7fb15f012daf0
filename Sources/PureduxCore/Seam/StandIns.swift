internal import PureduxAtomics

/// Which states code reaches with a token: the live ones, or others that stand in for them.
@frozen
@usableFromInline
package enum StateAccess {
  case live
  /// The states of a `StandIns`, with which reducers run again. No lock is held, and none is needed.
  case replay
}

/// States that stand in for those of cells while reducers run, or states are composed, beside the live tree.
///
/// With a token that stands for it, every cell changes and reads its state here. So the same closures that reduce and
/// compose live states do it for others. One thread at a time may use it.
@usableFromInline
package final class StandIns {
  /// Gives the state that stands in for a cell's; nil where a change is to be passed over.
  package typealias Find = (any ReplayableCell) -> (any ReplayedCell)?

  private let find: Find

  package init(_ find: @escaping Find) { self.find = find }

  /// Runs `body` with a token that stands for these states, with no live tree told of what its reducers do.
  package func run(_ body: (borrowing Turn, borrowing LockToken) -> Void) {
    read { locked in PrivateTurns().lend { turn in body(turn, locked) } }
  }

  /// Runs `body` with a token that stands for these states.
  package func read<Result>(_ body: (borrowing LockToken) -> Result) -> Result {
    let wasReplaying = puredux_thread_set_replaying(true)
    defer { _ = puredux_thread_set_replaying(wasReplaying) }
    return withExtendedLifetime(self) { body(LockToken(self)) }
  }

  /// The state that a reducer is to change in the place of a cell's; nil where the change is passed over.
  ///
  /// Never inlined, because reducing live states would pay for it. Nor is the reducer passed on: what it captures would
  /// be gathered for each live state too.
  @inlinable
  @inline(never)
  func stateToChange<State>(of cell: StateCell<State>) -> ReplayedState<State>? {
    // SAFETY: what stands in for a cell was made by that cell, which is kept alive with it.
    found(cell).map { unsafeDowncast($0, to: ReplayedState<State>.self) }
  }

  @inlinable
  @inline(never)
  func state<State>(of cell: StateCell<State>) -> ReplayedState<State> {
    // Only reducers pass cells over, and those do not run.
    guard let state = stateToChange(of: cell) else { fatalError("a state was read where cells are only named") }
    return state
  }

  @usableFromInline
  func found(_ cell: any ReplayableCell) -> (any ReplayedCell)? { find(cell) }
}

/// A cell, whatever its state is, for which another state can stand in.
@usableFromInline
package protocol ReplayableCell: AnyObject, Sendable {
  /// The state that the cell has now.
  func entered(_ locked: borrowing LockToken) -> any ReplayedCell
  /// Exchanges the live state for one that was made for this cell.
  func exchange(
    _ state: any ReplayedCell, _ tree: StoreTree, _ turn: borrowing Turn, _ locked: borrowing LockToken)
  /// Takes a copy of a state that was made for this cell.
  func restore(_ state: any ReplayedCell, _ tree: StoreTree, _ turn: borrowing Turn, _ locked: borrowing LockToken)
  /// The type of the state.
  var stateType: Any.Type { get }
  /// A state with this value that stands in for the cell's; nil where the value is of another type.
  func replayed(_ value: Any) -> (any ReplayedCell)?
}

/// A state that stands in for that of a cell, whatever its type is.
@usableFromInline
package protocol ReplayedCell: AnyObject {
  /// The live cell. It is kept alive, so that its address stands for it alone.
  var liveCell: any ReplayableCell { get }
  var anyValue: Any { get }
  /// The same state, of which changes are not seen here.
  func copied() -> any ReplayedCell
}

@_fixed_layout
@usableFromInline
final class ReplayedState<State>: ReplayedCell {
  // SAFETY: one thread at a time uses a `StandIns`, and a reducer reaches none but by its token. Those of the present share
  // states, which are read and exchanged with the tree's state lock held.
  @exclusivity(unchecked) @usableFromInline var value: State
  @usableFromInline let cell: StateCell<State>

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
