extension ReductionPath {
  /// Passes an action on from below: through the middlewares from here up, then to `below` and the reducers from here
  /// up.
  @inlinable
  func pass(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing LockToken) -> Void
  ) -> Action? {
    if let middlewares { return middlewares.pass(action, turn, search, below) }
    family.tree.reduceLevel(action, of: store, family, turn, reduce, after: below)
    search?.look(for: action, family.work)
    return action
  }

  /// Performs a turn with middlewares; returns nil when the action was kept back.
  @inlinable
  func perform(
    _ action: Action, through middlewares: MiddlewareChain<Action>, _ turn: borrowing Turn, _ search: WorkSearch?
  ) -> Action? {
    let tree = family.tree
    if tree.isWatched(turn) { return performWatched(action, through: middlewares, turn, search) }
    guard let reduced = middlewares.pass(action, turn, search, { _ in }) else { return nil }
    tree.publish(turn)
    middlewares.intercept?(turn) { [dispatcher = middlewares.dispatcher] in dispatcher.dispatch($0) }
    return reduced
  }
}
