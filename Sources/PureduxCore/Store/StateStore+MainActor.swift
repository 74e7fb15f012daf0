extension StateStore {
  /// A root store of the main actor: its reducer may touch what belongs to it, and runs on the main thread.
  ///
  /// A dispatch made there is reduced and published before it returns.
  @inlinable
  public init(mainActor initialState: State, reducer: @escaping @MainActor @Sendable (inout State, Action) -> Void) {
    self.init(initialState, runner: MainRunner()) { state, action in
      // The main runner delivers on the main thread, and nowhere else.
      MainActor.assumeIsolated { reducer(&state, action) }
    }
  }
}
