extension StoreNode {
  /// Returns a node that shows the same store and does not keep it alive.
  ///
  /// The last state stays readable. An action that is dispatched through it after the store is gone is reported.
  package func window() -> StoreNode {
    let shown = shownActionQueue
    let path = ReductionPath(family: ActionQueueFamily(ofWindow: shown), store: shown.store, reduce: shown.path.reduce)
    let actionQueue = ActionQueue(own: shown.own, path: path)
    return StoreNode(
      actionQueue: actionQueue, source: source, audience: audience,
      kind: kindOfWindow,
      options: options)
  }

  /// Returns a handle to the store; nil when it is gone.
  func handle() -> StateStore<State, Action>? {
    guard isProjection else { return StateStore(node: self) }
    guard let projectedStore else { return nil }
    return StateStore(
      node: StoreNode(
        actionQueue: shownActionQueue, source: source, audience: audience, kind: .projection(of: projectedStore),
        options: options))
  }

  /// The action queue that is shown, where this is a window.
  private var shownActionQueue: ActionQueue<Action> { actionQueue.path.family.shown ?? actionQueue }

  /// Reports an action that came through a window on a store that is gone.
  func isTooLate(for action: Action) -> Bool {
    guard hasOutlivedStore else { return false }
    context.report(.dispatchToReleasedStore(action: "\(action)", name: name))
    return true
  }

  /// Copies what the state is made of, with the tree's state lock held, so that several stores of a tree can be read at
  /// one revision. The result makes the state, outside of the lock.
  package func capture(_ locked: borrowing LockToken) -> CapturedState<State> {
    CapturedState(make: source.capture(locked))
  }
}
