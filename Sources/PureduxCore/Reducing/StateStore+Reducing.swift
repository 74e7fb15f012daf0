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
}
