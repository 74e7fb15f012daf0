extension StateStore {
  /// Dispatches the action, and returns a token that ends the work that it starts.
  ///
  /// ```swift
  /// let token = app.start(LoadAlbums() + ShowAlbums())
  /// token.cancel()
  /// ```
  ///
  /// For an action that starts no work this is `dispatch`, and the token does nothing. If the token is cancelled before
  /// the action has its turn, the work is not started; the action is reduced all the same. The token of a
  /// ``ComposedAction`` ends the chain: the work under way is cancelled, and no later action of the chain is reduced.
  ///
  /// - Parameter action: an action that does work: a plan, an async action, or a composed action.
  /// - Returns: a token to keep. Releasing it cancels the work too.
  public func start(_ action: Action) -> StoreSubscription {
    let running = RunningWork()
    node.post(action, as: running)
    return StoreSubscription(running)
  }
}
