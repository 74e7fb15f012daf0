extension StoreNode {
  /// The same store as seen through a node that neither owns it nor keeps it alive.
  ///
  /// Its state can be had to the last one. What is dispatched through it once the store is gone is reported.
  package func window() -> StoreNode {
    let shown = shownActionQueue
    let path = ReductionPath(family: ActionQueueFamily(ofWindow: shown), store: shown.store, reduce: shown.path.reduce)
    let actionQueue = ActionQueue(own: shown.own, path: path)
    let options = NodeOptions(
      context: ownContext, isProjection: true, isPart: isPart, isOffered: asProjection.isOffered,
      shown: shownStore.map(WeakOwner.init))
    return StoreNode(actionQueue: actionQueue, source: source, audience: audience, options: options)
  }

  /// The store as seen through a handle of its own; nil when it is gone.
  func handle() -> StateStore<State, Action>? {
    guard isProjection else { return StateStore(node: self) }
    guard let shownStore else { return nil }
    return StateStore(
      node: StoreNode(
        actionQueue: shownActionQueue, source: source, audience: audience, base: shownStore, options: asProjection))
  }

  /// The action queue itself, where this is a window on it.
  private var shownActionQueue: ActionQueue<Action> { actionQueue.path.family.shown ?? actionQueue }

  /// Reports an action that came through a window on a store that is gone.
  func isTooLate(for action: Action) -> Bool {
    guard hasOutlivedStore else { return false }
    context.report(.dispatchToReleasedStore(action: "\(action)"))
    return true
  }

  /// Takes what the state is made of, with the tree's state lock held, so that several stores of a tree can
  /// be read at one revision; the result makes the state, outside.
  package func capture(_ locked: borrowing LockToken) -> CapturedState<State> {
    CapturedState(make: source.capture(locked))
  }
}
