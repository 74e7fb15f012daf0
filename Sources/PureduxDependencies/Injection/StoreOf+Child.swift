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

  /// A store below the shared one, with a state of its own and a reducer that is a value.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, reducer: some Reducing<Local, Action>
  ) -> StateStore<(State, Local), Action> where Value == StateStore<State, Action> {
    wrappedValue.with(localState, reducer: reducer)
  }

  /// A store below the shared one, where there is a shared one, with a reducer that is a value.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, reducer: some Reducing<Local, Action>
  ) -> StateStore<(State, Local), Action>? where Value == StateStore<State, Action>? {
    wrappedValue?.with(localState, reducer: reducer)
  }
}

// A store's own `with` has the same forms.
extension StoreOf {
  /// A store below the shared one, with a state of its own and a middleware.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, middleware: some Middleware<(State, Local), Action>,
    reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> where Value == StateStore<State, Action> {
    wrappedValue.with(localState, middleware: middleware, reducer: reducer)
  }

  /// A store below the shared one, with a state of its own, a middleware, and a reducer that is a value.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, middleware: some Middleware<(State, Local), Action>, reducer: some Reducing<Local, Action>
  ) -> StateStore<(State, Local), Action> where Value == StateStore<State, Action> {
    wrappedValue.with(localState, middleware: middleware, reducer: reducer)
  }
}
