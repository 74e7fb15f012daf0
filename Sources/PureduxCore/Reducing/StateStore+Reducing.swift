extension StateStore {
  /// Makes a root store whose reducer is a value.
  ///
  /// ```swift
  /// let store = StateStore(Counter(), reducer: CounterReducer())
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state until the first action is reduced.
  ///   - name: What the store is called in events and reports.
  ///   - runner: Where the reducer runs: on a background queue of its own by default.
  ///   - reducer: Changes the state in place.
  @inlinable
  public init<Runner: StoreRunner>(
    _ initialState: State, named name: String? = nil, runner: Runner = QueueRunner(),
    reducer: some Reducing<State, Action>
  ) {
    self.init(initialState, named: name, runner: runner, reducer: { reducer.reduce(&$0, $1) })
  }

  /// Makes a root store with a middleware, whose reducer is a value.
  @inlinable
  public init<Runner: StoreRunner>(
    _ initialState: State, named name: String? = nil, runner: Runner = QueueRunner(),
    middleware: some Middleware<State, Action>, reducer: some Reducing<State, Action>
  ) {
    self.init(initialState, named: name, runner: runner, middleware: middleware, reducer: { reducer.reduce(&$0, $1) })
  }

  /// Makes a child store whose reducer is a value. See `with(_:reducer:)` with a closure.
  @_disfavoredOverload
  @inlinable
  public func with<Local: Sendable>(
    _ localState: Local, named name: String? = nil, reducer: some Reducing<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    with(localState, named: name, reducer: { reducer.reduce(&$0, $1) })
  }

  /// Makes a child store with a middleware, whose reducer is a value.
  @_disfavoredOverload
  @inlinable
  public func with<Local: Sendable>(
    _ localState: Local, named name: String? = nil, middleware: some Middleware<(State, Local), Action>,
    reducer: some Reducing<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    with(localState, named: name, middleware: middleware, reducer: { reducer.reduce(&$0, $1) })
  }
}
