extension StoreNode {
  /// Creates a node that, like a projection, has its own state source and audience. The new node shares this node's
  /// action queue.
  ///
  /// - Parameters:
  ///   - source: Computes a state for reading outside a turn.
  ///   - audience: Receives the states; must be an audience below this node's audience.
  ///   - isOffered: Returns whether a state is published to observers; nil to publish every state.
  ///   - unfilteredAudience: Creates an audience that receives a state in each turn, for children of the node; nil if
  ///     `audience` already receives a state in each turn.
  @inlinable
  package func showing<Part: Sendable>(
    _ source: StateSource<Part>, _ audience: Audience<Part>, isOffered: (@Sendable (Part) -> Bool)? = nil,
    unfilteredAudience: (@Sendable () -> Audience<Part>)? = nil
  ) -> StoreNode<Part, Action> {
    StoreNode<Part, Action>(
      actionQueue: actionQueue, source: source, audience: audience, kind: kindOfProjection,
      options: optionsOfPart(isOffered: isOffered, unfilteredAudience: unfilteredAudience))
  }

  /// Creates a node that shares this node's states. When `lifetime` ends, the new node drops its actions, and its
  /// children end.
  @inlinable
  package func gated(by lifetime: Lifetime) -> StoreNode {
    let queueContext = QueueContext(
      tree: tree, work: actionQueue.work, middlewares: actionQueue.path.middlewares, lifetime: lifetime)
    let path = ReductionPath(queueContext: queueContext, store: actionQueue.path.store, reduce: actionQueue.path.reduce)
    return StoreNode(
      actionQueue: ActionQueue(own: actionQueue.own, path: path), source: source, audience: audience,
      kind: kindOfProjection, options: options)
  }

  /// The lifetime that the store belongs to; nil if the store ends with its last handle.
  @usableFromInline
  package var lifetime: Lifetime? { actionQueue.path.queueContext.lifetime }

  /// Whether the store has ended with its lifetime.
  package var isDetached: Bool { actionQueue.path.queueContext.isDetached }

  /// A closure that returns whether the store has ended with its lifetime, without retaining the store.
  package var wasDetached: @Sendable () -> Bool {
    { [lifetime] in lifetime?.isClosed == true }
  }
}
