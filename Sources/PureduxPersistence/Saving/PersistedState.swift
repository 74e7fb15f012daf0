/// Access to the state of a persisted store, without retaining the store.
///
/// `Own` is the store's own state, `Saved` the part of its state that is saved.
struct PersistedState<State: Sendable, Action: Sendable, Own: Sendable, Saved: Sendable>: Sendable {
  let store: WeakStore<State, Action>
  let tree: StoreTree
  let watcher: StateWatcher
  let read: @Sendable () -> State
  let saved: @Sendable (State) -> Saved
  let restored: @Sendable (Saved, State) -> Own

  /// The state to save. It can be read after the store is released, too.
  func current() -> Saved { saved(read()) }

  /// The store's own state with a restored state in it. Called in the turn that replaces it.
  func own(with state: Saved) -> Own {
    // Replacing creates a revision.
    watcher.begin(at: tree.revision + 1)
    return restored(state, read())
  }

  /// Resolves a saved state that became readable late. Returns the state to save; nil if that is the saved one.
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

  /// Returns after the replacement; false if the store has no state of its own.
  private func replace(
    in store: StateStore<State, Action>, with make: @escaping @Sendable (_ current: Saved) -> Saved
  ) async -> Bool {
    let isOwn = store.node.replaceOwnState { _ -> Own? in own(with: make(current())) }
    if isOwn { await tree.settled() }
    return isOwn
  }
}
