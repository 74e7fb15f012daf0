extension StoreNode {
  /// The gate that this node's actions have to pass.
  package var isLetGo: Bool { actionQueue.path.family.isLetGo }

  /// Tells whether the store was let go with its element, without keeping it alive.
  package var wasLetGo: @Sendable () -> Bool {
    { [gate] in gate?.isClosed == true }
  }

  /// A node that shows the same states, with a gate for whatever is made below it.
  ///
  /// `options` are those of a projection of this node, which all that are made for one collection share.
  @inlinable
  func gated(by gate: ChildGate, _ options: NodeOptions<State>) -> StoreNode {
    let family = ActionQueueFamily(
      tree: tree, work: actionQueue.work, middlewares: actionQueue.path.middlewares, gate: gate)
    let path = ReductionPath(family: family, store: actionQueue.path.store, reduce: actionQueue.path.reduce)
    return StoreNode(
      actionQueue: ActionQueue(own: actionQueue.own, path: path), source: source, audience: audience,
      base: baseOfProjection, options: options)
  }

  @usableFromInline var gate: ChildGate? { actionQueue.path.family.gate }
}
