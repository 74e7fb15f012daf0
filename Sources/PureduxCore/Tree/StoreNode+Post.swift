extension StoreNode {
  /// Posts an action that may start work.
  @usableFromInline
  func postAskingForWork(_ action: Action) {
    if isTooLate(for: action) { return }
    if actionQueue.mayDoWork(action) { post(action) } else { actionQueue.post(action) }
  }

  /// Posts an action as a separate message, instead of appending it to the action queue.
  ///
  /// The action's work starts after the action's turn. If `pending` is nil, the work ends when the store ends.
  /// - Parameters:
  ///   - closed: If this flag is raised before the action's turn, the turn drops the action and notifies the taps.
  ///   - pending: Receives the work that the action starts.
  ///   - done: Called after the turn, or at once if the store was released. If the mailbox drops the action, `done` is
  ///     released without being called.
  package func post(
    _ action: Action, unless closed: AtomicFlag? = nil, as pending: PendingWork? = nil,
    then done: (@Sendable () -> Void)? = nil
  ) {
    if isTooLate(for: action) {
      done?()
      return
    }
    if let series = actionQueue.series(action) { return post(series, unless: closed, as: pending, then: done) }
    let store = actionQueue.mayDoWork(action) ? workContext.unless(pending?.isClosed ?? closed) : nil
    actionQueue.tree.mailbox.post { [actionQueue] turn in
      guard let store else {
        _ = actionQueue.perform(action, unless: closed, turn)
        pending?.begin(nil)
        done?()
        return
      }
      let started = actionQueue.perform(
        action, at: store, unless: closed, isStopped: { pending?.isEnded == true || closed?.isRaised == true },
        depth: 0, turn, then: done)
      let token: StoreSubscription? = if case .started(let token) = started { token } else { nil }
      if let pending { pending.begin(token) } else if let token { store.keep(token) }
    }
  }

  /// Reduces an action and publishes the new state on this thread, before returning. Returns false if the action must
  /// be posted instead.
  func performAtOnce(_ action: Action) -> Bool {
    if hasOutlivedStore || actionQueue.mayDoWork(action) { return false }
    return actionQueue.tree.mailbox.deliverOnOwnQueue { turn in actionQueue.path.perform(action, turn) }
  }

  /// Posts a series of actions; each action waits for the end of the previous action and its work.
  ///
  /// - Parameters:
  ///   - closed: Once this flag is raised, the rest of the series is dropped, and the taps are notified.
  ///   - pending: Receives the series, so that cancelling `pending` ends the series.
  ///   - done: Called after the turn of the last action, or when the series ends early.
  func post(
    _ series: any ActionSeries, unless closed: AtomicFlag? = nil, as pending: PendingWork? = nil,
    then done: (@Sendable () -> Void)? = nil
  ) {
    let isStopped: (@Sendable () -> Bool)? = if let closed { { closed.isRaised } } else { nil }
    series.post(to: actionQueue, at: workContext, context, unless: isStopped, as: pending, then: done)
  }

  /// Replaces the store's own state in a separate turn, for state restoration and time travel.
  ///
  /// `make` is called in the turn that replaces the state. Actions dispatched later are reduced from the new state.
  /// `isInitial` is true if no reducer has changed the state yet. If `make` returns nil, the state is not replaced. For
  /// a child store, this method replaces the local state. If this node publishes only a part of a store's state, or if
  /// the store's own state has another type, this method does nothing and returns false.
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
