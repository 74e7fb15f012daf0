public import PureduxCore

extension StoreOf {
  /// Creates a child of the shared store, with a local state next to the shared one.
  ///
  /// ```swift
  /// let store = StoreOf(\.root).with(ViewState()) { state, action in state.reduce(action) }
  /// ```
  ///
  /// Actions that are dispatched to the child are reduced by the child, then by the shared store. The child lives as
  /// long as its handle, so keep what is returned.
  ///
  /// - Parameters:
  ///   - localState: The initial local state.
  ///   - reducer: Changes the local state by an action.
  /// - Returns: A store whose state is a pair of the shared store's state and the local state.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> where Value == StateStore<State, Action> {
    wrappedValue.with(localState, reducer: reducer)
  }

  /// Creates a child of the shared store if there is one, with a local state next to the shared one.
  ///
  /// ```swift
  /// let store = StoreOf(\.session).with(ViewState()) { state, action in state.reduce(action) }
  /// ```
  ///
  /// - Parameters:
  ///   - localState: The initial local state.
  ///   - reducer: Changes the local state by an action.
  /// - Returns: A store whose state is a pair of the shared store's state and the local state, or nil if the entry
  ///   is nil.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action>? where Value == StateStore<State, Action>? {
    wrappedValue?.with(localState, reducer: reducer)
  }

  /// Creates a child of the shared store, with a local state and a reducer of a type of its own.
  ///
  /// ```swift
  /// let store = StoreOf(\.root).with(ViewState(), reducer: ViewReducer())
  /// ```
  ///
  /// - Parameters:
  ///   - localState: The initial local state.
  ///   - reducer: Changes the local state by an action.
  /// - Returns: A store whose state is a pair of the shared store's state and the local state.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, reducer: some Reducing<Local, Action>
  ) -> StateStore<(State, Local), Action> where Value == StateStore<State, Action> {
    wrappedValue.with(localState, reducer: reducer)
  }

  /// Creates a child of the shared store if there is one, with a local state and a reducer of a type of its own.
  ///
  /// - Parameters:
  ///   - localState: The initial local state.
  ///   - reducer: Changes the local state by an action.
  /// - Returns: A store whose state is a pair of the shared store's state and the local state, or nil if the entry
  ///   is nil.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, reducer: some Reducing<Local, Action>
  ) -> StateStore<(State, Local), Action>? where Value == StateStore<State, Action>? {
    wrappedValue?.with(localState, reducer: reducer)
  }

  /// Creates a child of the shared store, with a local state and a middleware.
  ///
  /// ```swift
  /// let store = StoreOf(\.root).with(ViewState(), middleware: PrintActions()) { state, action in
  ///   state.reduce(action)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - localState: The initial local state.
  ///   - middleware: Sees each action that is dispatched to the child before any reducer does.
  ///   - reducer: Changes the local state by an action.
  /// - Returns: A store whose state is a pair of the shared store's state and the local state.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, middleware: some Middleware<(State, Local), Action>,
    reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> where Value == StateStore<State, Action> {
    wrappedValue.with(localState, middleware: middleware, reducer: reducer)
  }

  /// Creates a child of the shared store, with a local state, a middleware and a reducer of a type of its own.
  ///
  /// - Parameters:
  ///   - localState: The initial local state.
  ///   - middleware: Sees each action that is dispatched to the child before any reducer does.
  ///   - reducer: Changes the local state by an action.
  /// - Returns: A store whose state is a pair of the shared store's state and the local state.
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, middleware: some Middleware<(State, Local), Action>, reducer: some Reducing<Local, Action>
  ) -> StateStore<(State, Local), Action> where Value == StateStore<State, Action> {
    wrappedValue.with(localState, middleware: middleware, reducer: reducer)
  }
}
