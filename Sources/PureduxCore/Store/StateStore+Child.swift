extension StateStore {
  /// Creates a child store, which adds a local state to this store's state.
  ///
  /// Observers of the child receive both states as a pair. An action dispatched to the child is reduced by `reducer`,
  /// then by this store, and so on up to the root; siblings do not receive the action. An unobserved child costs
  /// nothing when other stores change. The local state is released with the last handle to the child.
  ///
  /// ```swift
  /// let editor = store.with(Draft()) { (draft: inout Draft, action: CounterAction) in
  ///   if case .increment = action { draft.edits += 1 }
  /// }
  /// let subscription = editor.subscribe { counter, draft in print(counter.count, draft.edits) }
  /// ```
  ///
  /// - Parameters:
  ///   - localState: The initial local state.
  ///   - name: The name of the child in events and reports.
  ///   - reducer: Changes the local state in place. Called before the reducers of this store and its ancestors.
  @inlinable
  public func with<Local: Sendable>(
    _ localState: Local, named name: String? = nil, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    makeChild(localState, named: name, middleware: NoMiddleware?.none, reduction: PlainReduction(reducer))
  }

  /// Creates a child store with a middleware. The middleware receives an action before the ancestors' middlewares and
  /// before any reducer.
  @inlinable
  public func with<Local: Sendable>(
    _ localState: Local, named name: String? = nil, middleware: some Middleware<(State, Local), Action>,
    reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    makeChild(localState, named: name, middleware: middleware, reduction: PlainReduction(reducer))
  }

  /// Creates a child store whose reducer reads this store's state.
  ///
  /// The reducer receives this store's state as it was before the action, and cannot change that state.
  ///
  /// ```swift
  /// let marks = store.with(Set<String>()) { (counter, marks: inout Set<String>, action: CounterAction) in
  ///   marks.insert(counter.title)
  /// }
  /// ```
  ///
  /// The child reads this store's state without copying it. If this store is itself a child or a projection, its state
  /// is composed for each action of the new child. In all other respects, the child behaves like any other child store.
  ///
  /// - Parameters:
  ///   - localState: The initial local state.
  ///   - name: The name of the child in events and reports.
  ///   - reducer: Changes the local state in place. Called before the reducers of this store and its ancestors.
  @inlinable
  public func with<Local: Sendable>(
    _ localState: Local, named name: String? = nil,
    reducer: @escaping @Sendable (_ parent: State, _ state: inout Local, _ action: Action) -> Void
  ) -> StateStore<(State, Local), Action> {
    makeChild(
      localState, named: name, middleware: NoMiddleware?.none, reduction: ReadingReduction(node.source, reducer))
  }

  /// Designated method; all overloads of `with` delegate to it.
  @inlinable
  func makeChild<Local: Sendable>(
    _ localState: Local, named name: String?, middleware: (some Middleware<(State, Local), Action>)?,
    reduction: some LocalReduction<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    let child = StateStore<(State, Local), Action>(
      node: node.child(localState, named: name, middleware: middleware, reduction: reduction))
    middleware?.attach(to: child)
    return child
  }
}
