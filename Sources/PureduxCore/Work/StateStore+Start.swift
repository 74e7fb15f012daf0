extension StateStore {
  /// Dispatches the action, and gives a token that ends the work that it starts.
  ///
  /// For an action that starts none this is `dispatch`, and the token does nothing. Cancelled before the
  /// action's turn has come, the work is not started; the action is reduced all the same.
  public func start(_ action: Action) -> StoreSubscription {
    let running = RunningWork()
    node.post(action, as: running)
    return StoreSubscription(running)
  }
}
