/// A cell, whatever its state is, whose past can be computed again.
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
  /// A state of the past with this value; nil where the value is of another type.
  func replayed(_ value: Any) -> (any ReplayedCell)?
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
