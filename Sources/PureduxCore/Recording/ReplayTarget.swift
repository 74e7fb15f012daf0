/// A store of another process, or of another run, in which recorded actions are reduced again.
package struct ReplayTarget<Action: Sendable>: Sendable {
  private let path: ReductionPath<Action>

  package init<State>(_ node: StoreNode<State, Action>) { path = node.actionQueue.path }

  package var store: UInt64 { path.store }

  /// Reduces an action in the states that `locked` stands for.
  ///
  /// - Parameter isLevel: Whether the action is reduced by one level of the path alone, as a middleware passed it on.
  package func reduce(_ action: Action, isLevel: Bool, _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    (isLevel ? path.middlewares?.ownReducer ?? path.reduce : path.reduce)(action, turn, locked)
  }

  /// The cells that such an action changes, from the store's own up.
  package func cells(for action: Action, isLevel: Bool) -> [any ReplayableCell] {
    var cells: [any ReplayableCell] = []
    Replay.collect(into: &cells) { turn, locked in reduce(action, isLevel: isLevel, turn, locked) }
    return cells
  }

  /// The cell of the store's own state.
  package static func ownCell<State>(of node: StoreNode<State, Action>) -> (any ReplayableCell)? {
    node.actionQueue.own as? any ReplayableCell
  }
}

extension StoreTree {
  /// The state that a cell has now.
  package func entered(_ cell: any ReplayableCell) -> any ReplayedCell {
    stateLock.hold { locked in cell.entered(locked) }
  }
}
