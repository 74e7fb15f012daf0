extension StoreNode {
  /// Posts an action of a type that may do work.
  @usableFromInline
  func postAskingForWork(_ action: Action) {
    if isTooLate(for: action) { return }
    if actionQueue.mayDoWork(action) { post(action) } else { actionQueue.post(action) }
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
      return post(chain: composed, unless: closed, as: running, then: done)
    }
    let site = actionQueue.mayDoWork(action) ? workSite.unless(running?.isClosed ?? closed) : nil
    actionQueue.tree.mailbox.post { [actionQueue] turn in
      guard let site else {
        _ = actionQueue.perform(action, unless: closed, turn)
        running?.begin(nil)
        done?()
        return
      }
      let started = actionQueue.perform(
        action, at: site, unless: closed, isStopped: { running?.isEnded == true || closed?.isRaised == true },
        depth: 0, turn, then: done)
      let token: StoreSubscription? = if case .started(let token) = started { token } else { nil }
      if let running { running.begin(token) } else if let token { site.keep(token) }
    }
  }

  /// Posts the actions of a chain: each has its turn when the one before has ended.
  ///
  /// - Parameters:
  ///   - closed: once raised, what is left of the chain is dropped, and the tap is told.
  ///   - running: takes the chain, so that ending it ends the chain.
  ///   - done: called when the last action has been published, or the chain has ended before.
  func post(
    chain composed: ComposedAction, unless closed: AtomicFlag? = nil, as running: RunningWork? = nil,
    then done: (@Sendable () -> Void)? = nil
  ) {
    let isStopped: (@Sendable () -> Bool)? = if let closed { { closed.isRaised } } else { nil }
    let chain = RunningChain(
      composed, in: actionQueue, at: workSite, context: context, unless: isStopped,
      goesWithStore: running == nil, then: done)
    running?.begin(StoreSubscription(chain))
    chain.post()
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
