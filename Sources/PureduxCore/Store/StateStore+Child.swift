extension StateStore {
  /// A store below this one, with a state of its own beside this store's.
  ///
  /// Its observers see both states; its actions are reduced by `reducer`, then by this store, up to the root.
  /// Nothing is paid for it until something observes it. The local state is gone with the last handle.
  @inlinable
  public func with<Local: Sendable>(
    _ localState: Local, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    makeChild(localState, middleware: NoMiddleware?.none, reducer: reducer)
  }

  /// The one form that all children come down to.
  @inlinable
  func makeChild<Local: Sendable>(
    _ localState: Local, middleware: (some Middleware<(State, Local), Action>)?,
    reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    let child = StateStore<(State, Local), Action>(
      node: node.child(localState, middleware: middleware, reducer: reducer))
    middleware?.attach(to: child)
    return child
  }
}
