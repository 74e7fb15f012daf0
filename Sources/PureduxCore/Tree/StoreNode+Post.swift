extension StoreNode {
  /// Posts an action of a type that may do work.
  @usableFromInline
  func postAskingForWork(_ action: Action) {
    if isTooLate(for: action) { return }
    let doesNone = actionQueue.work.find(in: action) == nil
    // An action that a middleware returns may do work, unless no action of the type can.
    if doesNone, actionQueue.path.middlewares == nil || !actionQueue.work.mayFind {
      actionQueue.post(action)
    } else {
      post(action)
    }
  }

  /// Posts an action as a message of its own, for an action that needs more than a place in its queue.
  ///
  /// The work that the action does starts after its turn. Without `running` it ends with the store.
  /// - Parameters:
  ///   - closed: once raised, the action is dropped when its turn comes, and the tap is told.
  ///   - running: takes the work that the action starts.
  ///   - done: called when the turn is over, or dropped with the mailbox.
  package func post(
    _ action: Action, unless closed: AtomicFlag? = nil, as running: RunningWork? = nil,
    then done: (@Sendable () -> Void)? = nil
  ) {
    if isTooLate(for: action) {
      done?()
      return
    }
    if actionQueue.work.mayFind, let composed = action as? ComposedAction {
      return post(partsOf: composed, unless: closed, as: running, then: done)
    }
    let mayWork =
      actionQueue.work.mayFind && (actionQueue.path.middlewares != nil || actionQueue.work.find(in: action) != nil)
    let site = mayWork ? workSite : nil
    actionQueue.tree.mailbox.post { [actionQueue] turn in
      defer { done?() }
      let search = site.map { _ in WorkSearch() }
      guard actionQueue.perform(action, unless: closed, turn, search) != nil, let site, let work = search?.found else {
        return
      }
      if let running {
        running.begin { work(site) }
      } else if let token = work(site) {
        site.keep(token)
      }
    }
  }

  package var workSite: WorkSite { WorkSite(context: context, store: WeakStore(self)) }

  /// Replaces the store's own state in a turn of its own, for restoring and time travel.
  ///
  /// `make` is called in that turn, so actions that are dispatched from now on find the new state; nil changes nothing.
  /// It is told whether the present state is still the one that the store was made with. For a child this is its local
  /// state. Returns false, and does nothing, where only a part of the states is shown here, or where the store's own
  /// state has another type.
  @discardableResult
  package func replaceOwnState<Own: Sendable>(
    with make: @escaping @Sendable (_ isInitial: Bool) -> Own?
  ) -> Bool {
    guard !isPart, let cell = actionQueue.own as? StateCell<Own> else { return false }
    actionQueue.tree.mailbox.post { [actionQueue] turn in
      if let state = make(cell.isInitial(turn)) { actionQueue.replaceState(with: state, turn) }
    }
    return true
  }
}
