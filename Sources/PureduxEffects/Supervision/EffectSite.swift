internal import Dispatch

/// The store that effects are attached to, as far as they may know it: they keep it alive no longer than it lives.
struct EffectSite<State: Sendable, Action: Sendable>: Sendable {
  let context: StoreContext
  /// Where synchronous effects run; nil for wherever the effect was made.
  let queue: DispatchQueue?
  /// What the work is called where the tree's events are told.
  let name: String
  private let lane: Lane<Action>
  private let store: WeakStore<State, Action>

  init(_ store: StateStore<State, Action>, queue: DispatchQueue?, name: String) {
    context = store.node.context
    lane = store.node.lane
    self.queue = queue
    self.name = name
    self.store = store.weak()
  }

  /// Dispatches an action that counts only if `closed` is still down when its turn comes.
  func post(_ action: Action, unless closed: AtomicFlag) {
    // The handle may be gone while the store lives on, where the effects are attached to a projection.
    if let store = store.strong() {
      store.node.post(action, unless: closed)
    } else {
      lane.post(action, unless: closed)
    }
  }

  /// Runs `body` in a turn with the current state, if the store still exists.
  func withState(_ body: @escaping @Sendable (State, borrowing Turn) -> Void) {
    lane.tree.mailbox.post { [store] turn in
      if let store = store.strong() { body(store.state, turn) }
    }
  }

  func tell(_ kind: StoreEvent.Kind) { lane.tree.post(kind, of: lane.store) }
}
