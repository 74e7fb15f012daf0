extension StoreNode {
  /// Posts an action of a type that may do work.
  @usableFromInline
  func postAskingForWork(_ action: Action) {
    if lane.work.find(in: action) == nil { lane.post(action) } else { post(action) }
  }

  /// Posts an action that needs more than its place in a lane: a message of its own in the same order.
  ///
  /// The work that the action does, if any, starts after its turn; without `running` it goes with the store.
  /// - Parameters:
  ///   - closed: once raised, the action is dropped when its turn comes, and the tap is told.
  ///   - running: takes the work that the action starts.
  ///   - done: called when the turn is over, or dropped with the mailbox.
  package func post(
    _ action: Action, unless closed: AtomicFlag? = nil, as running: RunningWork? = nil,
    then done: (@Sendable () -> Void)? = nil
  ) {
    let work = lane.work.mayFind ? lane.work.find(in: action) : nil
    let site = work == nil ? nil : workSite
    lane.tree.mailbox.post { [lane] turn in
      defer { done?() }
      guard lane.perform(action, unless: closed, turn), let work, let site else { return }
      if let running {
        running.begin { work(site) }
      } else if let token = work(site) {
        site.keep(token)
      }
    }
  }

  package var workSite: WorkSite { WorkSite(context: context, store: WeakStore(self)) }

  /// Replaces the store's own state in a turn of its own, as restoring and time travel do.
  ///
  /// For a child this is its local state. A state of another type changes nothing.
  package func replaceOwnState<Own: Sendable>(with state: Own) {
    lane.tree.mailbox.post { [lane] turn in lane.replaceState(with: state, turn) }
  }
}
