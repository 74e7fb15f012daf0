public import Dispatch

extension StateStore {
  /// Makes a root store whose reducer is a value and runs on a background queue of its own.
  ///
  /// ```swift
  /// let store = StateStore(Counter(), reducer: CounterReducer())
  /// ```
  @inlinable
  public init(
    _ initialState: State, named name: String? = nil, qos: DispatchQoS = .userInteractive,
    reducer: some Reducing<State, Action>
  ) {
    self.init(initialState, named: name, qos: qos, reducer: { reducer.reduce(&$0, $1) })
  }

  /// Makes a root store whose reducer is a value and runs where `runner` says.
  @inlinable
  public init(
    _ initialState: State, named name: String? = nil, runner: some StoreRunner, reducer: some Reducing<State, Action>
  ) {
    self.init(initialState, named: name, runner: runner, reducer: { reducer.reduce(&$0, $1) })
  }

  /// Makes a root store with a middleware, whose reducer is a value and runs on a background queue of its own.
  @inlinable
  public init(
    _ initialState: State, named name: String? = nil, qos: DispatchQoS = .userInteractive,
    middleware: some Middleware<State, Action>,
    reducer: some Reducing<State, Action>
  ) {
    self.init(initialState, named: name, qos: qos, middleware: middleware, reducer: { reducer.reduce(&$0, $1) })
  }

  /// Makes a root store with a middleware, whose reducer is a value and runs where `runner` says.
  @inlinable
  public init(
    _ initialState: State, named name: String? = nil, runner: some StoreRunner,
    middleware: some Middleware<State, Action>,
    reducer: some Reducing<State, Action>
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
