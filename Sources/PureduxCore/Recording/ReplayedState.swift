/// A state of the past, in the place of the one in a cell.
@_fixed_layout
@usableFromInline
final class ReplayedState<State>: ReplayedCell {
  // SAFETY: one thread at a time uses a replay, and a reducer reaches no replay but by its token. Replays of the present
  // share states, which are read and exchanged with the tree's state lock held.
  @exclusivity(unchecked) @usableFromInline var value: State
  @usableFromInline let cell: StateCell<State>

  @usableFromInline
  init(_ value: State, of cell: StateCell<State>) {
    self.value = value
    self.cell = cell
  }

  @usableFromInline var liveCell: any ReplayableCell { cell }
  @usableFromInline var anyValue: Any { value }

  @usableFromInline
  func copied() -> any ReplayedCell { ReplayedState(value, of: cell) }
}
