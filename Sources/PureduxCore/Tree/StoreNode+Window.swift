extension StoreNode {
  /// The same store as seen through a node that neither owns it nor keeps it alive.
  ///
  /// Its state can be had to the last one. What is dispatched through it once the store is gone is reported.
  package func window() -> StoreNode {
    let shown = shownLane
    let way = Way(kind: LaneKind(ofWindow: shown), store: shown.store, reduce: shown.way.reduce)
    let lane = Lane(own: shown.own, way: way)
    let options = NodeOptions(
      context: ownContext, isProjection: true, isPart: isPart, isOffered: asProjection.isOffered,
      shown: shownStore.map(WeakOwner.init))
    return StoreNode(lane: lane, reading: reading, audience: audience, options: options)
  }

  /// The store as seen through a handle of its own; nil when it is gone.
  func handle() -> StateStore<State, Action>? {
    guard isProjection else { return StateStore(node: self) }
    guard let shownStore else { return nil }
    return StateStore(
      node: StoreNode(lane: shownLane, reading: reading, audience: audience, base: shownStore, options: asProjection))
  }

  /// The lane itself, where this is a window on it.
  private var shownLane: Lane<Action> { lane.way.kind.shown ?? lane }

  /// Reports an action that came through a window on a store that is gone.
  func isTooLate(for action: Action) -> Bool {
    guard hasOutlivedStore else { return false }
    context.report(.dispatchToReleasedStore(action: "\(action)"))
    return true
  }

  /// Takes what the state is made of, with the tree's state lock held, so that several stores of a tree can
  /// be read at one revision; the result makes the state, outside.
  package func capture(_ held: borrowing Held) -> CapturedState<State> { CapturedState(make: reading.capture(held)) }
}

/// What a state is made of, as it was at one revision.
package struct CapturedState<State: Sendable>: Sendable {
  let make: Reading<State>.Maker

  /// Makes the state.
  package func callAsFunction() -> State { withScratch(filledBy: make) { $0.pointee } }
}
