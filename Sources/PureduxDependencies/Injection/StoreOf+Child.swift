public import PureduxCore

extension StoreOf {
  /// A store below the shared one, with a state of its own beside it.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> where Value == StateStore<State, Action> {
    wrappedValue.with(localState, reducer: reducer)
  }

  /// A store below the shared one, where there is a shared one.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action>? where Value == StateStore<State, Action>? {
    wrappedValue?.with(localState, reducer: reducer)
  }
}
