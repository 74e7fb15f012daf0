public import Dispatch

extension StateStore {
  /// A root store, whose reducer is a value and runs in the background on a queue of its own.
  @inlinable
  public init(
    _ initialState: State, qos: DispatchQoS = .userInteractive, reducer: some Reducing<State, Action>
  ) {
    self.init(initialState, qos: qos, reducer: { reducer.reduce(&$0, $1) })
  }

  /// A root store, whose reducer is a value and runs where `runner` says.
  @inlinable
  public init(_ initialState: State, runner: some StoreRunner, reducer: some Reducing<State, Action>) {
    self.init(initialState, runner: runner, reducer: { reducer.reduce(&$0, $1) })
  }

  /// A root store with a middleware, whose reducer is a value and runs in the background on a queue of its own.
  @inlinable
  public init(
    _ initialState: State, qos: DispatchQoS = .userInteractive, middleware: some Middleware<State, Action>,
    reducer: some Reducing<State, Action>
  ) {
    self.init(initialState, qos: qos, middleware: middleware, reducer: { reducer.reduce(&$0, $1) })
  }

  /// A root store with a middleware, whose reducer is a value and runs where `runner` says.
  @inlinable
  public init(
    _ initialState: State, runner: some StoreRunner, middleware: some Middleware<State, Action>,
    reducer: some Reducing<State, Action>
  ) {
    self.init(initialState, runner: runner, middleware: middleware, reducer: { reducer.reduce(&$0, $1) })
  }

  /// A store below this one with a state of its own, whose reducer is a value.
  @inlinable
  public func with<Local: Sendable>(
    _ localState: Local, reducer: some Reducing<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    with(localState, reducer: { reducer.reduce(&$0, $1) })
  }

  /// A store below this one with a state of its own and a middleware, whose reducer is a value.
  @inlinable
  public func with<Local: Sendable>(
    _ localState: Local, middleware: some Middleware<(State, Local), Action>, reducer: some Reducing<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    with(localState, middleware: middleware, reducer: { reducer.reduce(&$0, $1) })
  }
}
