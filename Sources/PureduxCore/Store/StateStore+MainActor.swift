extension StateStore {
  /// Makes a root store whose reducer belongs to the main actor and runs on the main thread.
  ///
  /// Its reducer may touch what belongs to the main actor. A dispatch from the main thread is reduced and published before
  /// it returns.
  ///
  /// ```swift
  /// let store = StateStore(mainActor: 0) { (count: inout Int, action: Int) in count += action }
  /// ```
  ///
  /// Where the context sets another runner, for example in a test, drive that runner on the main actor: an action whose turn
  /// comes on another thread is reported and changes nothing.
  ///
  /// After `dispatchMain()` other threads run the main queue, and so this reducer. Swift's runtime on systems older than
  /// macOS 15 and iOS 18 does not know these threads as the main actor's, and stops the program: there, keep the main
  /// thread with `RunLoop.main.run()` instead.
  @inlinable
  public init(
    mainActor initialState: State, named name: String? = nil,
    reducer: @escaping @MainActor @Sendable (inout State, Action) -> Void
  ) {
    self.init(initialState, named: name, runner: MainRunner(), reducer: Self.checkingForMain(reducer))
  }

  /// Makes a root store with a middleware, whose reducer belongs to the main actor and runs on the main thread.
  ///
  /// The middleware runs on the main thread too. A reducer that is a value is passed with `runner: .main` instead.
  @inlinable
  public init(
    mainActor initialState: State, named name: String? = nil, middleware: some Middleware<State, Action>,
    reducer: @escaping @MainActor @Sendable (inout State, Action) -> Void
  ) {
    self.init(
      initialState, named: name, runner: MainRunner(), middleware: middleware, reducer: Self.checkingForMain(reducer))
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
