extension StateStore {
  /// Makes a child store, which adds a state of its own to this store's state.
  ///
  /// Observers of the child see both states as a pair. An action that is dispatched to the child is reduced by `reducer`,
  /// then by this store, and so on up to the root; the stores next to the child do not see it. A child that nothing observes
  /// costs nothing when other stores change. The local state goes with the last handle to the child.
  ///
  /// ```swift
  /// let editor = store.with(Draft()) { (draft: inout Draft, action: CounterAction) in
  ///   if case .increment = action { draft.edits += 1 }
  /// }
  /// let subscription = editor.subscribe { counter, draft in print(counter.count, draft.edits) }
  /// ```
  ///
  /// - Parameters:
  ///   - localState: The child's own state, to begin with.
  ///   - reducer: Changes the child's own state in place. It is called before the reducers above.
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
