extension StateStore {
  /// Restores parts of the state from a journal, and saves their changes there.
  ///
  /// A save costs what has changed, however large the state is, and a turn that changes none of the parts costs a comparison
  /// for each. Restoring happens in a turn: actions dispatched from now on find the restored state, in their order. A journal
  /// that has already restored, to make the store's initial state, does not restore again. When the last handle of the
  /// store is released, unsaved changes are saved at once.
  ///
  /// ```swift
  /// let library = StateStore<Library, LibraryAction>(Library(), reducer: reduce)
  /// let persistence = library.persist(Library.saved, in: Journal(FileStorage(url)))
  /// library.dispatch(.add("milk"))
  /// await persistence.flush()
  /// ```
  ///
  /// It throws nothing: a problem is reported to the journal's `onProblem`, and the store goes on. On a projection, which keeps
  /// no state, it is misuse: the state is saved and not restored. Two parts of one name are misuse: the first is saved.
  ///
  /// - Parameters:
  ///   - parts: The parts that are saved and restored, each by its name.
  ///   - journal: The journal for them. It belongs to one store.
  ///   - pace: How long a change waits until it is saved, together with all others of that time.
  ///   - late: The use of a saved state that can be read only after the store has begun.
  /// - Returns: A value to `flush()`. Saving goes on without it.
  @discardableResult
  public func persist(
    _ parts: [StatePart<State>], in journal: Journal<State>, pace: SavingPace = SavingPace(),
    late: LateRestoring<State> = .replaceCurrent
  ) -> Persistence {
    persist(parts, in: journal, pace, late, lend: { state, body in body(state) }, saved: { $0 })
  }

  /// Restores parts of a child store's own state from a journal, and saves their changes there.
  ///
  /// Everything else is as for the whole state.
  ///
  /// - Parameters:
  ///   - parts: The parts of the child's own state that are saved and restored, each by its name.
  ///   - journal: The journal for them. It belongs to one store.
  ///   - pace: How long a change waits until it is saved.
  ///   - late: The use of a saved state that can be read only after the store has begun.
  /// - Returns: A value to `flush()`. Saving goes on without it.
  @discardableResult
  public func persist<Parent, Local: Sendable>(
    _ parts: [StatePart<Local>], in journal: Journal<Local>, pace: SavingPace = SavingPace(),
    late: LateRestoring<Local> = .replaceCurrent
  ) -> Persistence where State == (Parent, Local) {
    persist(parts, in: journal, pace, late, lend: { state, body in body(state.1) }, saved: { $0.1 })
  }

  /// The form that the others use. `Own` is the state that the store keeps itself; `lend` gives it without a copy.
  private func persist<Own: Sendable>(
    _ declared: [StatePart<Own>], in journal: Journal<Own>, _ pace: SavingPace, _ late: LateRestoring<Own>,
    lend: @escaping @Sendable (State, (Own) -> Void) -> Void, saved: @escaping @Sendable (State) -> Own
  ) -> Persistence {
    let parts = declared.distinct()
    if parts.count < declared.count { node.context.report(.partsOfOneName(in: declared.map(\.name))) }
    let follower = StateFollower(parts.filter { !$0.isRemoved })
    let state = FollowedState(
      store: weak(), tree: node.tree, follower: follower, lendPresent: node.lendPresentState,
      read: node.readPresentState,
      lend: lend, saved: saved)
    let saver = Saver(pace: pace, context: node.context) {
      await saveOnceRead(restoreLate: journal.restoreLate) { restored in
        await state.takeIn(restored, late)
      } save: { taken in
        journal.save(taken ?? state.take)
      }
    }
    let isOwn = node.replaceOwnState { isInitial -> Own? in
      switch journal.begin(parts) {
      case .found(let restored): return state.own(with: restored)
      case .nothing:
        // The state that a store begins with is not saved until it has changed.
        if isInitial { state.begin() }
        return nil
      case .failed:
        saver.restoringFailed()
        return nil
      }
    }
    if !isOwn { node.context.report(.persistedProjection(state: "\(State.self)")) }
    return node.save(by: saver) { published in
      var isChanged = false
      lend(published) { own in isChanged = follower.look(at: own) }
      return isChanged
    }
  }
}

/// The state of a store whose parts are saved, reached without keeping the store alive.
///
/// `Own` is the state that the store keeps itself, and of which parts are saved.
struct FollowedState<State: Sendable, Action: Sendable, Own: Sendable>: Sendable {
  let store: WeakStore<State, Action>
  let tree: StoreTree
  let follower: StateFollower<Own>
  let lendPresent: @Sendable ((State) -> Void) -> Void
  let read: @Sendable () -> State
  let lend: @Sendable (State, (Own) -> Void) -> Void
  let saved: @Sendable (State) -> Own

  /// The store's present state is the one that is saved.
  func begin() { lendPresent { state in lend(state, follower.begin) } }

  /// Copies what is to be saved now. It can be read after the store is gone, too.
  func take(isWhole: Bool) -> PendingState? {
    var pending: PendingState?
    lendPresent { state in lend(state) { pending = follower.take(from: $0, isWhole: isWhole) } }
    return pending
  }

  /// The store's own state once this was restored into it; called in the turn that replaces it.
  func own(with restored: RestoredState<Own>) -> Own {
    let own = restored(in: saved(read()))
    if restored.isSaved { follower.begin(with: own) }
    return own
  }

  /// Takes in a saved state that could be read only now. Returns what is to be saved then; nil where that is what was read.
  func takeIn(
    _ restored: RestoredState<Own>, _ choice: LateRestoring<Own>
  ) async -> (@Sendable (_ isWhole: Bool) -> PendingState?)? {
    let current: @Sendable (Bool) -> PendingState? = { isWhole in take(isWhole: isWhole) }
    let everything: @Sendable (Bool) -> PendingState? = { _ in take(isWhole: true) }
    switch choice {
    case .keepCurrent:
      return everything
    case .replaceCurrent:
      guard let store = store.strong() else { return nil }
      if await replace(in: store, with: { own(with: restored) }) { return restored.isSaved ? nil : current }
      return everything
    case .merge(let merge):
      let merged: @Sendable () -> Own = {
        let present = saved(read())
        return merge(restored(in: present), present)
      }
      if let store = store.strong(), await replace(in: store, with: merged) { return everything }
      return { _ in follower.take(from: merged(), isWhole: true) }
    }
  }

  /// Returns when it is done; false when the store keeps no state of its own.
  private func replace(
    in store: StateStore<State, Action>, with make: @escaping @Sendable () -> Own
  ) async -> Bool {
    let isOwn = store.node.replaceOwnState { _ -> Own? in make() }
    if isOwn { await tree.settled() }
    return isOwn
  }
}
