public import Dispatch

extension StateStore {
  /// Makes a root store with a middleware, whose reducer runs on a background queue of its own.
  ///
  /// ```swift
  /// let store = StateStore(Counter(), middleware: PrintActions()) { (counter: inout Counter, action: CounterAction) in
  ///   reduce(&counter, action)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state until the first action is reduced.
  ///   - name: What the store is called in events and reports.
  ///   - qos: The quality of service of the background queue.
  ///   - middleware: Sees each action before the reducer does.
  ///   - reducer: Changes the state in place.
  @inlinable
  public init(
    _ initialState: State, named name: String? = nil, qos: DispatchQoS = .userInteractive,
    middleware: some Middleware<State, Action>,
    reducer: @escaping Reducer<State, Action>
  ) {
    self.init(initialState, named: name, runner: QueueRunner(qos: qos), middleware: middleware, reducer: reducer)
  }

  /// Makes a root store with a middleware, whose reducer runs where `runner` says.
  @inlinable
  public init(
    _ initialState: State, named name: String? = nil, runner: some StoreRunner,
    middleware: some Middleware<State, Action>,
    reducer: @escaping Reducer<State, Action>
  ) {
    self.init(initialState, named: name, runner: runner, middleware: middleware, interceptor: nil, reducer: reducer)
  }

  /// Makes a child store with a middleware, which sees an action before the middlewares and reducers above.
  @inlinable
  public func with<Local: Sendable>(
    _ localState: Local, named name: String? = nil, middleware: some Middleware<(State, Local), Action>,
    reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    makeChild(localState, named: name, middleware: middleware, reduction: PlainReduction(reducer))
  }
}

extension StateStore {
  /// A root store whose `interceptor` is called once for each action of its tree that was reduced.
  ///
  /// It is given the action as this store reduced it, and the dispatch of the store that the action was sent to; of the
  /// nearest one above that takes actions of this type where that one does not.
  @inlinable
  package init(
    _ initialState: State, runner: some StoreRunner,
    interceptor: @escaping @Sendable (_ action: Action, _ dispatch: @escaping Dispatch<Action>) -> Void,
    reducer: @escaping Reducer<State, Action>
  ) {
    self.init(
      initialState, named: nil, runner: runner, middleware: NoMiddleware?.none, interceptor: interceptor,
      reducer: reducer)
  }
}
