extension StoreNode {
  /// The node of a root store: a tree of its own, with one cell, one reducer, and the middleware on top of it.
  @inlinable
  static func root(
    _ initialState: State, named name: String?, runner: some StoreRunner, middleware: (some Middleware<State, Action>)?,
    interceptor: MiddlewareChain<Action>.Interceptor?, reducer: @escaping Reducer<State, Action>
  ) -> StoreNode {
    let cell = StateCell(initialState)
    let (registry, isObserved) = (Lock(), AtomicFlag())
    let audience = Audience<State>(lock: registry) { audience, _ in
      if audience == nil { isObserved.lower() } else { isObserved.raise() }
      return nil
    }
    let tree = StoreTree(runner: runner, registry: registry, isObserved: isObserved) { turn in
      audience.publish(turn) { initialize(at: $0) { cell.read(turn) } }
    }
    let work = WorkDetector<Action>()
    let number = tree.nextNumber()
    let middlewares = MiddlewareChain<Action>.root(
      cell, of: number, tree: tree, work: work, middleware: middleware, interceptor: interceptor, reducer: reducer)
    let family = ActionQueueFamily<Action>(tree: tree, work: work, middlewares: middlewares)
    let path = ReductionPath(family: family, store: number) { action, turn, locked in
      cell.mutate(tree, turn, locked) { reducer(&$0, action) }
    }
    let node = StoreNode(
      actionQueue: ActionQueue(own: cell, path: path), source: .own(cell), audience: audience, kind: .root,
      options: name.map { NodeOptions(name: $0) })
    if let name { tree.setName(name, of: path.store) }
    middlewares?.dispatcher.setStore(node)
    node.announceTree()
    return node
  }
}
