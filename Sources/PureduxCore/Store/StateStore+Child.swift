extension StateStore {
  /// A store below this one, with a state of its own beside this store's.
  ///
  /// Its observers see both states; its actions are reduced by `reducer`, then by this store, up to the root.
  /// Nothing is paid for it until something observes it. The local state is gone with the last handle.
  @inlinable
  public func with<Local: Sendable>(
    _ localState: Local, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    makeChild(localState, middleware: NoMiddleware?.none, reducer: reducer)
  }

  /// The one form that all children come down to.
  @inlinable
  func makeChild<Local: Sendable>(
    _ localState: Local, middleware: (some Middleware<(State, Local), Action>)?,
    reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    let parent = node
    let number = parent.tree.nextNumber()
    let local = StateCell(localState)
    let context = parent.contextOfChild
    let parentQueue = parent.actionQueue
    let source = parent.source.with(local)
    let reduceOwn: Reducer<Local, Action> =
      if let context {
        { state, action in StoreContext.$current.withValue(context) { reducer(&state, action) } }
      } else {
        reducer
      }
    let middlewares = MiddlewareChain<Action>.child(
      local, of: parentQueue, source: source, context: context, middleware: middleware, reducer: reduceOwn)
    let family =
      middlewares == nil
      ? parentQueue.path.family
      : ActionQueueFamily(tree: parentQueue.tree, work: parentQueue.work, middlewares: middlewares)
    let path = ReductionPath(family: family, store: number) { action, turn, locked in
      local.mutate(parentQueue.tree, turn, locked) { reduceOwn(&$0, action) }
      parentQueue.path.reduce(action, turn, locked)
    }
    let actionQueue = ActionQueue(own: local, path: path)
    let audience = parent.audience.below(number) { state, turn in (state, local.read(turn)) }
    let store = StateStore<(State, Local), Action>(
      node: StoreNode(
        actionQueue: actionQueue, source: source, audience: audience, base: parent,
        options: context.map { NodeOptions(context: $0) }))
    middlewares?.dispatcher.setStore(store.node)
    middleware?.attach(to: store)
    return store
  }
}
