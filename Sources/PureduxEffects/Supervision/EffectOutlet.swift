/// Where the actions of effects go: to the store that they are attached to, which they do not keep alive.
@usableFromInline
struct EffectOutlet<State: Sendable, Action: Sendable>: Sendable {
  private let actionQueue: ActionQueue<Action>
  private let store: WeakStore<State, Action>

  @usableFromInline
  init(_ store: StateStore<State, Action>) {
    actionQueue = store.node.actionQueue
    self.store = store.weak()
  }

  /// Dispatches an action of a run, which counts only if `closed` is still down when its turn comes.
  @usableFromInline
  func post(_ action: Action, of run: EffectRun, unless closed: AtomicFlag) {
    // The handle may be gone while the store lives on, where the effects are attached to a projection.
    if let store = store.strong() {
      // The run is held until that turn: so long it is known to whoever may close it.
      store.node.post(action, unless: closed) { withExtendedLifetime(run) {} }
    } else {
      actionQueue.post(action, unless: closed)
    }
  }

  /// Runs `body` in a turn with the current state, if the store still exists.
  @usableFromInline
  func withState(_ body: @escaping @Sendable (State) -> Void) {
    actionQueue.tree.mailbox.post { [store] _ in
      if let store = store.strong() { body(store.state) }
    }
  }
}
