extension StateStore {
  /// Makes a store that shows a part of this store's state, and tells whether anything observes it.
  ///
  /// - Parameters:
  ///   - transform: as in `map(state:)`.
  ///   - change: called with true after the first observer came, and with false after the last one has left or the store
  ///     is gone; on the thread where that happened, with no lock held. Two calls from different threads may overtake each
  ///     other, and the observers of child stores are told apart from this store's own, so count: true as one more, and
  ///     false as one less. Reading the state tells nothing.
  package func map<Part: Sendable>(
    state transform: @escaping @Sendable (State) -> Part, whenObserved change: @escaping @Sendable (Bool) -> Void
  ) -> StateStore<Part, Action> {
    var everyTurn: (@Sendable () -> Audience<Part>)?
    if let above = node.everyTurn {
      everyTurn = { [tree = node.tree] in above().below(tree.nextNumber(), whenObserved: change, transform) }
    }
    return StateStore<Part, Action>(
      node: StoreNode(
        actionQueue: node.actionQueue, source: node.source.map(transform),
        audience: node.audience.below(node.tree.nextNumber(), whenObserved: change, transform),
        kind: node.kindOfProjection, options: node.optionsOfPart(isOffered: nil, everyTurn: everyTurn)))
  }
}

extension Audience {
  /// Makes an audience below this one that tells when it begins and ends to have receivers.
  fileprivate func below<Part>(
    _ number: UInt64, whenObserved change: @escaping @Sendable (Bool) -> Void,
    _ transform: @escaping @Sendable (State) -> Part
  ) -> Audience<Part> {
    let above = self
    return Audience<Part>(lock: lock) { audience, locked in
      // SAFETY: the pointers are ones that `withTemporaryValue` lends; they are read and passed down, and not kept.
      let released = above.link(audience, number, locked) { audience in
        .ofState { state, turn in
          withTemporaryValue(filledBy: { pointer in pointer.initialize(to: transform(state.pointee)) }) {
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
private final class CallAfterwards: Sendable {
  private let call: @Sendable () -> Void

  init(_ call: @escaping @Sendable () -> Void) { self.call = call }

  deinit { call() }
}
