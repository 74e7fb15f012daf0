extension ReductionPath {
  /// Passes an action on from below: through the middlewares from here up, then to `below` and the reducers from here
  /// up.
  @inlinable
  func pass(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing LockToken) -> Void
  ) -> Action? {
    if let middlewares { return middlewares.pass(action, turn, search, below) }
    family.tree.reduce(turn) { locked in
      below(locked)
      reduce(action, turn, locked)
    }
    search?.look(for: action, family.work)
    return action
  }

  /// Performs a turn with middlewares; returns nil when the action was kept back.
  @inlinable
  func perform(
    _ action: Action, through middlewares: MiddlewareChain<Action>, _ turn: borrowing Turn, _ search: WorkSearch?
  ) -> Action? {
    let tree = family.tree
    let isTapped = tree.isTapped(turn)
    if isTapped { tree.tell(.turnBegan(action), of: store, turn) }
    guard let reduced = middlewares.pass(action, turn, search, { _ in }) else {
      if isTapped { tree.tell(.dropped(action), of: store, turn) }
      return nil
    }
    if isTapped { tree.tell(.reduced(reduced), of: store, turn) }
    tree.publish(turn)
    if isTapped { tree.tell(.published, of: store, turn) }
    middlewares.intercept?(turn) { [dispatcher = middlewares.dispatcher] in dispatcher.dispatch($0) }
    return reduced
  }
}
