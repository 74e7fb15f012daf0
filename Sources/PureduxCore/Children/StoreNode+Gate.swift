extension StoreNode {
  /// The gate that this node's actions have to pass.
  package var isLetGo: Bool { actionQueue.path.family.isLetGo }

  /// Tells whether the store was let go with its element, without keeping it alive.
  package var wasLetGo: @Sendable () -> Bool {
    { [gate] in gate?.isClosed.isRaised == true }
  }

  /// A node that shows the same states and keeps this one alive, with a gate for whatever is made below it.
  @inlinable
  func gated(by gate: ChildGate) -> StoreNode {
    let family = ActionQueueFamily(
      tree: tree, work: actionQueue.work, middlewares: actionQueue.path.middlewares, gate: gate)
    let path = ReductionPath(family: family, store: actionQueue.path.store, reduce: actionQueue.path.reduce)
    return StoreNode(
      actionQueue: ActionQueue(own: actionQueue.own, path: path), source: source, audience: audience,
      base: baseOfProjection, options: asProjection)
  }

  @usableFromInline var gate: ChildGate? { actionQueue.path.family.gate }
}
