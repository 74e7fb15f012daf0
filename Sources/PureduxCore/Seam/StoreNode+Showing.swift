extension StoreNode {
  /// A node that shows other states of this one's store and shares its action queue, as a projection does.
  ///
  /// - Parameters:
  ///   - source: Makes a state when one is read outside of a turn.
  ///   - audience: Offered the states; an audience below this node's.
  ///   - isOffered: Whether a state is offered to observers; nil where each one is.
  ///   - unfilteredAudience: Makes an audience that is offered the states in each turn, for the children of the node; nil where
  ///     `audience` is.
  @inlinable
  package func showing<Part: Sendable>(
    _ source: StateSource<Part>, _ audience: Audience<Part>, isOffered: (@Sendable (Part) -> Bool)? = nil,
    unfilteredAudience: (@Sendable () -> Audience<Part>)? = nil
  ) -> StoreNode<Part, Action> {
    StoreNode<Part, Action>(
      actionQueue: actionQueue, source: source, audience: audience, kind: kindOfProjection,
      options: optionsOfPart(isOffered: isOffered, unfilteredAudience: unfilteredAudience))
  }

  /// A node that shows the same states, and whose actions and children end with `lifetime`.
  @inlinable
  package func gated(by lifetime: Lifetime) -> StoreNode {
    let queueContext = QueueContext(
      tree: tree, work: actionQueue.work, middlewares: actionQueue.path.middlewares, lifetime: lifetime)
    let path = ReductionPath(queueContext: queueContext, store: actionQueue.path.store, reduce: actionQueue.path.reduce)
    return StoreNode(
      actionQueue: ActionQueue(own: actionQueue.own, path: path), source: source, audience: audience,
      kind: kindOfProjection, options: options)
  }

  /// The lifetime with which the store ends; nil for one that ends with its last handle.
  @usableFromInline
  package var lifetime: Lifetime? { actionQueue.path.queueContext.lifetime }

  /// Whether the store has ended with its lifetime.
  package var isDetached: Bool { actionQueue.path.queueContext.isDetached }

  /// Tells whether the store has ended with its lifetime, without keeping the store alive.
  package var wasDetached: @Sendable () -> Bool {
    { [lifetime] in lifetime?.isClosed == true }
  }
}

extension StateStore {
  /// Makes a store that shows a part of this store's state, and tells whether anything observes it.
  ///
  /// - Parameters:
  ///   - transform: as in `map(state:)`.
  ///   - change: called with true after the first observer came, and with false after the last one has left or the store
  ///     is gone; on the thread where that happened, with no lock held. Two calls from different threads may overtake each
  ///     other, and the observers of child stores are told apart from this store's own, so count: true as one more, and
  ///     false as one less. Reading the state tells nothing.
  @inlinable
  package func map<Part: Sendable>(
    state transform: @escaping @Sendable (State) -> Part, whenObserved change: @escaping @Sendable (Bool) -> Void
  ) -> StateStore<Part, Action> {
    var unfilteredAudience: (@Sendable () -> Audience<Part>)?
    if let above = node.unfilteredAudience {
      unfilteredAudience = { [tree = node.tree] in above().below(tree.nextNumber(), whenObserved: change, transform) }
    }
    return StateStore<Part, Action>(
      node: node.showing(
        node.source.map(transform), node.audience.below(node.tree.nextNumber(), whenObserved: change, transform),
        unfilteredAudience: unfilteredAudience))
  }
}

extension Audience {
  /// Makes an audience below this one that tells when it begins and ends to have receivers.
  @inlinable
  func below<Part>(
    _ number: UInt64, whenObserved change: @escaping @Sendable (Bool) -> Void,
    _ transform: @escaping @Sendable (State) -> Part
  ) -> Audience<Part> {
    let above = self
    return Audience<Part>(lock: lock) { audience, locked in
      // SAFETY: the pointers are ones that `withTemporaryValue` lends; they are read and passed down, and not kept.
      let released = above.link(audience, number, locked) { audience in
        .ofState { state, turn in
          withTemporaryValue(filledBy: { pointer in initialize(at: pointer) { transform(state.pointee) } }) {
            audience.publish($0, turn)
          }
        }
      }
      guard let audience else { return [released, CallAfterwards { change(false) }] as [(any Sendable)?] }
      // Without a link the store above is gone, and nobody would tell the end.
      guard audience.with(locked, { $0.parentLink != nil }) else { return released }
      return [released, CallAfterwards { change(true) }] as [(any Sendable)?]
    }
  }
}

/// Calls a closure when it is released: the audience's lock is held where it is made, and not where it is let go of.
@usableFromInline
final class CallAfterwards: Sendable {
  private let call: @Sendable () -> Void

  @usableFromInline
  init(_ call: @escaping @Sendable () -> Void) { self.call = call }

  deinit { call() }
}
