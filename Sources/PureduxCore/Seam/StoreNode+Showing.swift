extension StoreNode {
  /// A node that shows other states of this one's store and shares its action queue, as a projection does.
  ///
  /// - Parameters:
  ///   - source: Makes a state when one is read outside of a turn.
  ///   - audience: Offered the states; an audience below this node's.
  ///   - isOffered: Whether a state is offered to observers; nil where each one is.
  ///   - everyTurn: Makes an audience that is offered the states in each turn, for the children of the node; nil where
  ///     `audience` is.
  @inlinable
  package func showing<Part: Sendable>(
    _ source: StateSource<Part>, _ audience: Audience<Part>, isOffered: (@Sendable (Part) -> Bool)? = nil,
    everyTurn: (@Sendable () -> Audience<Part>)? = nil
  ) -> StoreNode<Part, Action> {
    StoreNode<Part, Action>(
      actionQueue: actionQueue, source: source, audience: audience, kind: kindOfProjection,
      options: optionsOfPart(isOffered: isOffered, everyTurn: everyTurn))
  }

  /// A node that shows the same states, and whose actions and children end with `lifetime`.
  ///
  /// `options` are those of a projection of this node, which all that are made below one store share.
  @inlinable
  package func gated(by lifetime: Lifetime, _ options: NodeOptions<State>) -> StoreNode {
    let family = ActionQueueFamily(
      tree: tree, work: actionQueue.work, middlewares: actionQueue.path.middlewares, lifetime: lifetime)
    let path = ReductionPath(family: family, store: actionQueue.path.store, reduce: actionQueue.path.reduce)
    return StoreNode(
      actionQueue: ActionQueue(own: actionQueue.own, path: path), source: source, audience: audience,
      kind: kindOfProjection, options: options)
  }

  /// The lifetime with which the store ends; nil for one that ends with its last handle.
  @usableFromInline
  package var lifetime: Lifetime? { actionQueue.path.family.lifetime }

  /// Whether the store has ended with its lifetime.
  package var isDetached: Bool { actionQueue.path.family.isDetached }

  /// Tells whether the store has ended with its lifetime, without keeping the store alive.
  package var wasDetached: @Sendable () -> Bool {
    { [lifetime] in lifetime?.isClosed == true }
  }
}
