extension StoreNode {
  /// A node below this one: a cell and a reducer of its own, in front of all that is above.
  @inlinable
  func child<Local: Sendable>(
    _ localState: Local, middleware: (some Middleware<(State, Local), Action>)?,
    reducer: @escaping Reducer<Local, Action>
  ) -> StoreNode<(State, Local), Action> {
    let number = tree.nextNumber()
    let local = StateCell(localState)
    let context = contextOfChild
    let parentQueue = actionQueue
    let source = source.with(local)
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
    let audience = audience.below(number) { state, turn in (state, local.read(turn)) }
    let child = StoreNode<(State, Local), Action>(
      actionQueue: ActionQueue(own: local, path: path), source: source, audience: audience, base: self,
      options: context.map { NodeOptions(context: $0) })
    middlewares?.dispatcher.setStore(child)
    return child
  }
}
