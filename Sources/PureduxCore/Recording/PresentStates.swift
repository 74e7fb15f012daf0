/// The states of the present, by their cells, while live stores show others.
struct PresentStates: @unchecked Sendable {
  // SAFETY: the states are read and exchanged with the tree's state lock held. Whoever takes them out only exchanges them
  // under that lock, or releases them.
  private(set) var byCell: [ObjectIdentifier: any ReplayedCell] = [:]

  /// Keeps a state, unless there is one of the same cell: that one was live before anything else was shown.
  mutating func keep(_ state: any ReplayedCell) {
    let id = ObjectIdentifier(state.liveCell)
    byCell[id] = byCell[id] ?? state
  }
}
