/// Dispatches the actions of effects to their store, which it does not keep alive.
@usableFromInline
struct RunDispatcher<State: Sendable, Action: Sendable>: Sendable {
  private let actionQueue: ActionQueue<Action>
  private let store: WeakStore<State, Action>

  @usableFromInline
  init(_ store: StateStore<State, Action>) {
    actionQueue = store.node.actionQueue
    self.store = store.weak()
  }

  /// Dispatches an action of a run. It counts unless `closed` is raised before its turn.
  @usableFromInline
  func dispatch(_ action: Action, of run: EffectRun, unless closed: AtomicFlag) {
    run.cause.inForce { post(action, of: run, unless: closed) }
  }

  private func post(_ action: Action, of run: EffectRun, unless closed: AtomicFlag) {
    // The handle may be gone while the store lives on, where the effects are attached to a projection.
    if let store = store.strong() {
      // The action keeps the run until its turn, so that the run can still be closed.
      store.node.post(action, unless: closed) { withExtendedLifetime(run) {} }
    } else {
      actionQueue.post(action, unless: closed)
    }
  }

  /// Runs `body` in a turn with the current state, if the store still exists.
  @usableFromInline
  func withState(_ body: @escaping @Sendable (State, borrowing Turn) -> Void) {
    actionQueue.tree.mailbox.post { [store] turn in
      if let store = store.strong() { body(store.state, turn) }
    }
  }
}
