extension StateStore {
  /// A copy of the current state.
  ///
  /// It can be read from any thread. Reading waits at most for the reducers of the turn that runs, never for observers or
  /// for actions that wait.
  ///
  /// A reducer must not read the state of its own tree. This is reported; a debug build gives the state before the turn, and
  /// a release build stops, because that state no longer exists (see `StoreContext.keepsStateBeforeTurn`). A reducer that
  /// reads the state of another tree is not supported.
  @inlinable
  public var state: State { node.state() }

  /// Reads the state without copying it.
  ///
  /// Use it for a small part of a large state. Reducers wait while `body` runs, so it should be quick, and it must not touch
  /// a store: reading one in it is reported.
  ///
  /// ```swift
  /// let count = store.withState { $0.count }
  /// ```
  @inlinable
  public func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    switch node.source {
    case .own(let cell):
      try node.tree.read { locked in
        node.tree.beginLending()
        defer { node.tree.endLending() }
        return try cell.borrow(locked, body)
      }
    default: try body(state)
    }
  }
}
