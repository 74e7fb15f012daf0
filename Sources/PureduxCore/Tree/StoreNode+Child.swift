extension StoreNode {
  /// A node below this one: a cell and a reducer of its own, in front of all that is above.
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
    let family =
      middlewares == nil
      ? parentQueue.path.family
      : ActionQueueFamily(
        tree: parentQueue.tree, work: parentQueue.work, middlewares: middlewares,
        lifetime: parentQueue.path.family.lifetime)
    let path = ReductionPath(family: family, store: number) { action, turn, locked in
      local.mutate(parentQueue.tree, turn, locked) { reduction.reduce(&$0, action, locked) }
      parentQueue.path.reduce(action, turn, locked)
    }
    let audience = audienceForChild.ofChild(number, local)
    family.lifetime?.add(audience, number: number)
    let child = StoreNode<(State, Local), Action>(
      actionQueue: ActionQueue(own: local, path: path), source: source, audience: audience, kind: kindOfChild,
      options: context == nil && name == nil ? nil : NodeOptions(context: context, name: name))
    if let name { tree.setName(name, of: number) }
    if tree.isFollowed.isRaised { child.tellMade(Local.self, below: parentQueue.path.store) }
    middlewares?.dispatcher.setStore(child)
    return child
  }
}
