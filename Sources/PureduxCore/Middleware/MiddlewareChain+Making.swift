/// The chains of roots, children and embeddings. `middleware` and `reducer` are the store's own.
extension MiddlewareChain {
  @inlinable
  static func root<State, Own: Middleware<State, Action>>(
    _ cell: StateCell<State>, of store: UInt64, tree: StoreTree, work: WorkDetector<Action>, middleware: Own?,
    interceptor: Interceptor?, reducer: @escaping Reducer<State, Action>
  ) -> MiddlewareChain? {
    if middleware == nil, interceptor == nil { return nil }
    let dispatcher = WeakDispatcher<Action>()
    let site = MiddlewareSite(source: .own(cell), tree: tree, dispatcher: dispatcher)
    let reduce: ReductionPath<Action>.Reduce = { action, turn, locked in
      cell.mutate(tree, turn, locked) { reducer(&$0, action) }
    }
    let pass: Pass = { action, turn, search, below in
      guard let action = middleware == nil ? action : middleware?.handle(action, at: site) else { return nil }
      tree.reduceLevel(action, of: store, dispatcher, turn, reduce, after: below)
      search?.look(for: action, work)
      return action
    }
    guard let interceptor else {
      return MiddlewareChain(dispatcher: dispatcher, intercept: nil, ownReducer: reduce, pass: pass)
    }
    let latest = TurnLocal<Action?>(nil)
    let intercept: Intercept = { turn, answer in
      if let action = latest.with(turn, { $0.take() }) { interceptor(action, answer) }
    }
    return MiddlewareChain(dispatcher: dispatcher, intercept: intercept, ownReducer: reduce) {
      action, turn, search, below in
      let reduced = pass(action, turn, search, below)
      latest.with(turn) { $0 = reduced }
      return reduced
    }
  }

  @inlinable
  static func child<State, Local, Own: Middleware<State, Action>>(
    _ local: StateCell<Local>, of store: UInt64, below parentQueue: ActionQueue<Action>, source: StateSource<State>,
    context: StoreContext?,
    middleware: Own?, reduction: some LocalReduction<Local, Action>
  ) -> MiddlewareChain? {
    let above = parentQueue.path.middlewares
    if middleware == nil, above == nil { return nil }
    let dispatcher = WeakDispatcher<Action>()
    let site = MiddlewareSite(source: source, tree: parentQueue.tree, dispatcher: dispatcher)
    let reduce: ReductionPath<Action>.Reduce = { action, turn, locked in
      local.mutate(parentQueue.tree, turn, locked) { reduction.reduce(&$0, action, locked) }
    }
    return MiddlewareChain(dispatcher: dispatcher, intercept: above?.intercept, ownReducer: reduce) {
      action, turn, search, below in
      var admitted: Action? = action
      if let middleware { StoreContext.inForce(context) { admitted = middleware.handle(action, at: site) } }
      guard let action = admitted else { return nil }
      let tree = parentQueue.tree
      let passed = parentQueue.path.pass(action, turn, search) { locked in
        below(locked)
        if tree.isWatched(turn) { tree.record(action, of: store, dispatcher, reduce, turn, locked) }
        reduce(action, turn, locked)
      }
      return passed == nil ? nil : action
    }
  }

  @inlinable
  static func embedding<Whole>(
    _ embed: @escaping @Sendable (Action) -> Whole, into parentQueue: ActionQueue<Whole>, work: WorkDetector<Action>
  ) -> MiddlewareChain? {
    guard let middlewares = parentQueue.path.middlewares else { return nil }
    let intercept = middlewares.intercept.map { [dispatcher = middlewares.dispatcher] intercept -> Intercept in
      { turn, _ in intercept(turn) { dispatcher.dispatch($0) } }
    }
    return MiddlewareChain(dispatcher: WeakDispatcher(), intercept: intercept, ownReducer: nil) {
      action, turn, search, below in
      guard parentQueue.path.pass(embed(action), turn, search, after: below) != nil else { return nil }
      search?.lookBelow(for: action, work)
      return action
    }
  }
}
