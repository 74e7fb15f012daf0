extension StoreNode {
  /// Creates the node of a root store, in a new tree.
  @inlinable
  static func root(
    _ initialState: State, named name: String?, runner: some StoreRunner, middleware: (some Middleware<State, Action>)?,
    interceptor: MiddlewareChain<Action>.Interceptor?, reducer: @escaping Reducer<State, Action>
  ) -> StoreNode {
    let cell = StateCell(initialState)
    let (registry, receivers) = (Lock(), TreeReceivers())
    let audience = Audience<State>(lock: registry) { audience, _ in
      receivers.set(receivers.observers, audience != nil)
      return nil
    }
    // SAFETY: the closure retains the cell, so the address of its state remains valid.
    nonisolated(unsafe) let state = cell.address
    let tree = StoreTree(runner: runner, registry: registry, receivers) { [cell] turn in
      withExtendedLifetime(cell) { audience.publish(state, turn) }
    }
    let work = WorkDetector<Action>()
    let number = tree.nextNumber()
    let middlewares = MiddlewareChain<Action>.root(
      cell, of: number, tree: tree, work: work, middleware: middleware, interceptor: interceptor, reducer: reducer)
    let queueContext = QueueContext<Action>(tree: tree, work: work, middlewares: middlewares)
    let path = ReductionPath(queueContext: queueContext, store: number) { action, turn, locked in
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

extension StoreNode {
  /// Creates a child node with its own cell. The child's reducer runs before the ancestors' reducers.
  @inlinable
  func child<Local: Sendable>(
    _ localState: Local, named name: String?, middleware: (some Middleware<(State, Local), Action>)?,
    reduction: some LocalReduction<Local, Action>
  ) -> StoreNode<(State, Local), Action> {
    let number = tree.nextNumber()
    let local = StateCell(localState)
    let context = contextOfChild
    let parentQueue = actionQueue
    let source = source.with(local)
    let reduction = if let context { reduction.inside(context) } else { reduction }
    let middlewares = MiddlewareChain<Action>.child(
      local, of: number, below: parentQueue, source: source, context: context, middleware: middleware,
      reduction: reduction)
    let queueContext =
      middlewares == nil
      ? parentQueue.path.queueContext
      : QueueContext(
        tree: parentQueue.tree, work: parentQueue.work, middlewares: middlewares,
        lifetime: parentQueue.path.queueContext.lifetime)
    let path = ReductionPath(queueContext: queueContext, store: number) { action, turn, locked in
      local.mutate(parentQueue.tree, turn, locked) { reduction.reduce(&$0, action, locked) }
      parentQueue.path.reduce(action, turn, locked)
    }
    let audience = audienceForChild.ofChild(number, local)
    queueContext.lifetime?.add(audience, number: number)
    let child = StoreNode<(State, Local), Action>(
      actionQueue: ActionQueue(own: local, path: path), source: source, audience: audience, kind: kindOfChild,
      options: context == nil && name == nil ? nil : NodeOptions(context: context, name: name))
    if let name { tree.setName(name, of: number) }
    if tree.isFollowed.isRaised { child.tellMade(Local.self, below: parentQueue.path.store) }
    middlewares?.dispatcher.setStore(child)
    return child
  }
}

extension StoreNode {
  /// Creates a node that publishes a part of this node's states and shares its action queue.
  @inlinable
  func projection<Part: Sendable>(
    _ transform: @escaping @Sendable (State) -> Part, isOffered: (@Sendable (Part) -> Bool)?
  ) -> StoreNode<Part, Action> {
    let audience = audience.below(tree.nextNumber()) { state, _ in transform(state) }
    return showing(
      source.map(transform), audience, isOffered: isOffered, unfilteredAudience: unfilteredAudience(transform))
  }

  @usableFromInline
  package func unfilteredAudience<Part: Sendable>(
    _ transform: @escaping @Sendable (State) -> Part
  ) -> (@Sendable () -> Audience<Part>)? {
    guard let above = unfilteredAudience else { return nil }
    let tree = tree
    return { above().below(tree.nextNumber()) { state, _ in transform(state) } }
  }

  /// Creates a node that publishes this node's states, but has its own action type and action queue.
  @inlinable
  func embedding<Part: Sendable>(_ embed: @escaping @Sendable (Part) -> Action) -> StoreNode<State, Part> {
    let parentQueue = actionQueue
    let origin = workOrigin
    let work = WorkDetector<Part>(below: parentQueue.work, origin)
    let embed = observed(embed, work)
    let queueContext = QueueContext(
      tree: tree, work: work, middlewares: .embedding(embed, into: parentQueue, work: work),
      lifetime: parentQueue.path.queueContext.lifetime)
    let path = ReductionPath(queueContext: queueContext, store: parentQueue.path.store) {
      action, turn, locked in
      let whole = embed(action)
      if parentQueue.work.mayFind, locked.access == .live {
        parentQueue.tree.noteEmbedded(whole, parentQueue.work, at: origin, turn)
      }
      parentQueue.path.reduce(whole, turn, locked)
    }
    return StoreNode<State, Part>(
      actionQueue: ActionQueue(own: parentQueue.own, path: path), source: source, audience: audience,
      kind: kindOfProjection, options: options)
  }
}

extension StoreNode {
  /// Returns a node for the same store that does not retain the store.
  ///
  /// The store's last state stays readable after the store is released. Dispatching an action to a released store is
  /// reported as misuse.
  package func window() -> StoreNode {
    let projected = projectedQueue
    let path = ReductionPath(
      queueContext: QueueContext(ofWindow: projected), store: projected.store, reduce: projected.path.reduce)
    let actionQueue = ActionQueue(own: projected.own, path: path)
    return StoreNode(
      actionQueue: actionQueue, source: source, audience: audience,
      kind: kindOfWindow,
      options: options)
  }

  /// Returns a handle to the store; nil if the store has been released.
  func handle() -> StateStore<State, Action>? {
    guard isProjection else { return StateStore(node: self) }
    guard let projectedStore else { return nil }
    return StateStore(
      node: StoreNode(
        actionQueue: projectedQueue, source: source, audience: audience, kind: .projection(of: projectedStore),
        options: options))
  }

  /// The base store's action queue if this node is a window; otherwise, this node's own action queue.
  private var projectedQueue: ActionQueue<Action> { actionQueue.path.queueContext.windowTarget ?? actionQueue }

  /// If this is a window on a released store, reports the action and returns true.
  func isTooLate(for action: Action) -> Bool {
    guard hasOutlivedStore else { return false }
    context.report(.dispatchToReleasedStore(action: "\(action)", name: name))
    return true
  }

  /// Copies the parts of the state, so that several stores of a tree can be read at one revision.
  ///
  /// Call the returned value outside the lock to compute the state.
  package func capture(_ locked: borrowing LockToken) -> CapturedState<State> {
    CapturedState(make: source.capture(locked))
  }
}
