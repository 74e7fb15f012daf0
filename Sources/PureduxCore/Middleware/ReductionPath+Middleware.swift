extension ReductionPath {
  /// Passes an action on from below: through the middlewares from here up, then to `below` and the reducers from here
  /// up. Returns false when it was kept back.
  @inlinable
  func pass(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing LockToken) -> Void
  ) -> Bool {
    if let middlewares { return middlewares.pass(action, turn, search, below) }
    family.tree.reduce(turn) { locked in
      below(locked)
      if family.tree.isWatched(turn) { keepLevel(action, turn, locked) }
      reduce(action, turn, locked)
    }
    search?.look(for: action, family.work)
    return true
  }

  /// Performs a turn with middlewares; returns false when the action was kept back.
  @inlinable
  func perform(
    _ action: Action, through middlewares: MiddlewareChain<Action>, _ turn: borrowing Turn, _ search: WorkSearch?
  ) -> Bool {
    if family.isDetached { return drop(action, turn) }
    let tree = family.tree
    if tree.isWatched(turn) { return performWatched(action, through: middlewares, turn, search) }
    guard middlewares.pass(action, turn, search, { _ in }) else { return false }
    tree.publish(turn)
    middlewares.intercept?(turn) { [dispatcher = middlewares.dispatcher] in dispatcher.dispatch($0) }
    return true
  }
}
