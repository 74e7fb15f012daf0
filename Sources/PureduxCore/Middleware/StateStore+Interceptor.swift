extension StateStore {
  /// A root store whose `interceptor` is called once for each action of its tree that was reduced.
  ///
  /// It is given the action as this store reduced it, and the dispatch of the store that the action was sent to; of the
  /// nearest one above that takes actions of this type where that one does not.
  @inlinable
  package init(
    _ initialState: State, runner: some StoreRunner,
    interceptor: @escaping @Sendable (_ action: Action, _ dispatch: @escaping Dispatch<Action>) -> Void,
    reducer: @escaping Reducer<State, Action>
  ) {
    self.init(
      initialState, runner: runner, middleware: NoMiddleware?.none, interceptor: interceptor, reducer: reducer)
  }
}
