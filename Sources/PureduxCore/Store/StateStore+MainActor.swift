extension StateStore {
  /// A root store of the main actor: its reducer may touch what belongs to it, and runs on the main thread.
  ///
  /// A dispatch made there is reduced and published before it returns. Where the context's runner takes the place of
  /// the main one, a test's say, it has to be driven from the main actor: elsewhere an action is reported and changes
  /// nothing.
  ///
  /// A reducer that is a value is given with `runner: .main` instead.
  @inlinable
  public init(mainActor initialState: State, reducer: @escaping @MainActor @Sendable (inout State, Action) -> Void) {
    self.init(initialState, runner: MainRunner(), reducer: Self.checkingForMain(reducer))
  }

  /// A root store of the main actor with a middleware, which runs on the main thread too.
  @inlinable
  public init(
    mainActor initialState: State, middleware: some Middleware<State, Action>,
    reducer: @escaping @MainActor @Sendable (inout State, Action) -> Void
  ) {
    self.init(
      initialState, runner: MainRunner(), middleware: middleware, reducer: Self.checkingForMain(reducer))
  }

  @inlinable
  static func checkingForMain(
    _ reducer: @escaping @MainActor @Sendable (inout State, Action) -> Void
  ) -> Reducer<State, Action> {
    { state, action in
      guard MainRunner.isHere else { return StoreContext.reportReducerNotOnMain(action) }
      MainActor.assumeIsolated { reducer(&state, action) }
    }
  }
}

extension StoreContext {
  @usableFromInline
  static func reportReducerNotOnMain(_ action: some Sendable) { current.report(.reducerNotOnMain(action: "\(action)")) }
}
