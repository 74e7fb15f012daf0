extension StateStore {
  /// Creates a root store whose reducer conforms to `Reducing`.
  ///
  /// ```swift
  /// let store = StateStore(Counter(), reducer: CounterReducer())
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state until the first action is reduced.
  ///   - name: The name of the store in events and reports.
  ///   - runner: The runner of the reducer; by default, the store's own background queue.
  ///   - reducer: Changes the state in place.
  @inlinable
  public init<Runner: StoreRunner>(
    _ initialState: State, named name: String? = nil, runner: Runner = QueueRunner(),
    reducer: some Reducing<State, Action>
  ) {
    self.init(initialState, named: name, runner: runner, reducer: { reducer.reduce(&$0, $1) })
  }

  /// Creates a root store with a middleware, and with a reducer that conforms to `Reducing`.
  @inlinable
  public init<Runner: StoreRunner>(
    _ initialState: State, named name: String? = nil, runner: Runner = QueueRunner(),
    middleware: some Middleware<State, Action>, reducer: some Reducing<State, Action>
  ) {
    self.init(initialState, named: name, runner: runner, middleware: middleware, reducer: { reducer.reduce(&$0, $1) })
  }

  /// Creates a child store whose reducer conforms to `Reducing`. See the overload of `with(_:reducer:)` that takes a
  /// closure.
  @_disfavoredOverload
  @inlinable
  public func with<Local: Sendable>(
    _ localState: Local, named name: String? = nil, reducer: some Reducing<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    with(localState, named: name, reducer: { reducer.reduce(&$0, $1) })
  }

  /// Creates a child store with a middleware, and with a reducer that conforms to `Reducing`.
  @_disfavoredOverload
  @inlinable
  public func with<Local: Sendable>(
    _ localState: Local, named name: String? = nil, middleware: some Middleware<(State, Local), Action>,
    reducer: some Reducing<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    with(localState, named: name, middleware: middleware, reducer: { reducer.reduce(&$0, $1) })
  }
}

// Diagnostics for common beginner mistakes. The compiler considers unavailable overloads only after all other overloads
// have failed, so these overloads do not slow down the compilation of correct code. Editors do not suggest unavailable
// overloads.
extension StateStore {
  /// Rejects a reducer that returns a state. The compile-time error explains the fix.
  @available(
    *, unavailable,
    message: "A reducer changes the state in place and returns nothing: { (state: inout State, action: Action) in … }"
  )
  public init<Runner: StoreRunner, Result>(
    _ initialState: State, named name: String? = nil, runner: Runner = QueueRunner(),
    reducer: @escaping @Sendable (_ state: State, _ action: Action) async throws -> Result
  ) {
    self.init(initialState, named: name, runner: runner, reducer: { (_: inout State, _: Action) in })
  }

  /// Rejects a child's reducer that returns a state. The compile-time error explains the fix.
  ///
  /// Both parameters are generic so that, for any other mistake in an untyped closure, the compiler asks for the types
  /// instead of reporting that a function does not conform to `Reducing`.
  @available(
    *, unavailable,
    message: "A reducer changes the state in place and returns nothing: { (state: inout State, action: Action) in … }"
  )
  public func with<Local: Sendable, Part, Other, Result>(
    _ localState: Local, named name: String? = nil,
    reducer: @escaping @Sendable (_ state: Part, _ action: Other) async throws -> Result
  ) -> StateStore<(State, Local), Action> {
    with(localState, named: name, reducer: { (_: inout Local, _: Action) in })
  }

  /// Rejects a child's reducer that is asynchronous or takes another action type. The compile-time error explains the
  /// fix.
  @available(
    *, unavailable,
    message: """
      A child's reducer receives the store's actions, and cannot await: \
      write map(actions:) before with(_:reducer:) for other actions, and attach an effect for asynchronous work
      """
  )
  public func with<Local: Sendable, Other, Result>(
    _ localState: Local, named name: String? = nil,
    reducer: @escaping @Sendable (_ state: inout Local, _ action: Other) async throws -> Result
  ) -> StateStore<(State, Local), Action> {
    with(localState, named: name, reducer: { (_: inout Local, _: Action) in })
  }

  /// Rejects a child's reducer that changes the state of the parent. The compile-time error explains the fix.
  @available(
    *, unavailable,
    message: """
      A child's reducer cannot change the state of its parent: remove the parent's 'inout', \
      and change that state in the parent's reducer, which receives the same action
      """
  )
  public func with<Local: Sendable, Parent, Other, Result>(
    _ localState: Local, named name: String? = nil,
    reducer: @escaping @Sendable (_ parent: inout Parent, _ state: inout Local, _ action: Other) async throws -> Result
  ) -> StateStore<(State, Local), Action> {
    with(localState, named: name, reducer: { (_: inout Local, _: Action) in })
  }
}
