extension StoreNode {
  /// A node that shows a part of this one's states and shares its action queue.
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

  /// A node that shows the same states and takes actions of another type, with an action queue of its own.
  @inlinable
  func embedding<Part: Sendable>(_ embed: @escaping @Sendable (Part) -> Action) -> StoreNode<State, Part> {
    let parentQueue = actionQueue
    let origin = workOrigin
    let work = WorkDetector<Part>(below: parentQueue.work, origin)
    let family = ActionQueueFamily(
      tree: tree, work: work, middlewares: .embedding(embed, into: parentQueue, work: work),
      lifetime: parentQueue.path.family.lifetime)
    let path = ReductionPath(family: family, store: parentQueue.path.store) {
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
