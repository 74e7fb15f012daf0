/// The state of a store that is persisted, reached without keeping the store alive.
///
/// `Own` is the state that the store keeps itself, `Saved` the part of its states that is saved.
struct PersistedState<State: Sendable, Action: Sendable, Own: Sendable, Saved: Sendable>: Sendable {
  let store: WeakStore<State, Action>
  let tree: StoreTree
  let watcher: StateWatcher
  let read: @Sendable () -> State
  let saved: @Sendable (State) -> Saved
  let restored: @Sendable (Saved, State) -> Own

  /// What is to be saved now. It can be read after the store is gone, too.
  func current() -> Saved { saved(read()) }

  /// The store's own state once this was restored into it; called in the turn that replaces it.
  func own(with state: Saved) -> Own {
    // Replacing makes a revision of its own.
    watcher.begin(at: tree.revision + 1)
    return restored(state, read())
  }

  /// Takes in a saved state that could be read only now. Returns the state to be saved; nil when that is the one that is
  /// there.
  func takeIn(_ late: Saved, _ choice: LateRestoring<Saved>) async -> Saved? {
    switch choice {
    case .keepCurrent:
      return current()
    case .replaceCurrent:
      guard let store = store.strong() else { return nil }
      return await replace(in: store) { _ in late } ? nil : current()
    case .merge(let merge):
      if let store = store.strong(), await replace(in: store, with: { merge(late, $0) }) { return current() }
      return merge(late, current())
    }
  }

  /// Returns when it is done; false when the store keeps no state of its own.
  private func replace(
    in store: StateStore<State, Action>, with make: @escaping @Sendable (_ current: Saved) -> Saved
  ) async -> Bool {
    let isOwn = store.node.replaceOwnState { _ -> Own? in own(with: make(current())) }
    if isOwn { await tree.settled() }
    return isOwn
  }
}
