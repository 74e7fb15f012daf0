extension StateStore {
  /// A copy of the current state, from any thread.
  ///
  /// Waits at most until the reducers of the turn under way are done. Not to be read in a reducer of the same
  /// tree, which is reported, nor in a reducer of another tree.
  @inlinable
  public var state: State { node.state() }

  /// Reads the state without copying it. The body holds off reducers, so it must be quick and touch no store.
  @inlinable
  public func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    switch node.source {
    case .own(let cell):
      try node.tree.read { locked in
        node.tree.beginHolding()
        defer { node.tree.endHolding() }
        return try cell.borrow(locked, body)
      }
    default: try body(state)
    }
  }
}
