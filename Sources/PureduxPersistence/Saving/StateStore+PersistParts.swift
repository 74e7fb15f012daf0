extension StateStore {
  /// Restores parts of the state from a journal, and saves changes to the journal.
  ///
  /// The cost of a save is proportional to the size of the change, regardless of the size of the state. A turn that
  /// changes none of the parts costs one comparison per part. The parts are restored in a turn, and actions that are
  /// dispatched after this call are reduced after that turn, in order. A journal that has already restored the store's
  /// initial state does not restore it again. When the last handle to the store is released, unsaved changes are saved
  /// immediately.
  ///
  /// ```swift
  /// let library = StateStore<Library, LibraryAction>(Library(), reducer: reduce)
  /// let persistence = library.persist(Library.saved, in: Journal(FileStorage(url)))
  /// library.dispatch(.add("milk"))
  /// await persistence.flush()
  /// ```
  ///
  /// This method does not throw: problems are reported to the journal's `onProblem`, and the store remains usable.
  /// Calling this method on a projection, which has no state of its own, is misuse: the state is saved, but not
  /// restored. Passing two parts with the same name is misuse: only the first part is saved.
  ///
  /// - Parameters:
  ///   - parts: The parts to save and restore, identified by their names.
  ///   - journal: The journal for the parts. Use each journal for one store at a time.
  ///   - pace: The delay between a change and its save. Changes made during the delay are coalesced into the same save.
  ///   - late: How to handle a saved state that becomes readable only after the store is created.
  /// - Returns: A handle whose `flush()` method saves immediately. Saving continues even if the handle is released.
  @discardableResult
  public func persist(
    _ parts: [StatePart<State>], in journal: Journal<State>, pace: SavingPace = SavingPace(),
    late: LateRestoring<State> = .replaceCurrent
  ) -> Persistence {
    persist(parts, in: journal, pace, late, lend: { state, body in body(state) }, saved: { $0 })
  }

  /// Restores parts of a child store's own state from a journal, and saves changes to the journal.
  ///
  /// In all other respects, this method works like the overload that persists parts of the store's whole state.
  ///
  /// - Parameters:
  ///   - parts: The parts of the child's own state to save and restore, identified by their names.
  ///   - journal: The journal for the parts. Use each journal for one store at a time.
  ///   - pace: The delay between a change and its save.
  ///   - late: How to handle a saved state that becomes readable only after the store is created.
  /// - Returns: A handle whose `flush()` method saves immediately. Saving continues even if the handle is released.
  @discardableResult
  public func persist<Parent, Local: Sendable>(
    _ parts: [StatePart<Local>], in journal: Journal<Local>, pace: SavingPace = SavingPace(),
    late: LateRestoring<Local> = .replaceCurrent
  ) -> Persistence where State == (Parent, Local) {
    persist(parts, in: journal, pace, late, lend: { state, body in body(state.1) }, saved: { $0.1 })
  }

  /// The designated method, to which the other overloads delegate. `Own` is the type of the store's own state; `lend`
  /// provides that state without copying it.
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
    let saver = Saver(pace: pace, context: node.context) { saver in
      await saveOnceRead {
        journal.restoreLate(parts, for: saver)
      } takeIn: { restored in
        await state.takeIn(restored, late)
      } save: { taken in
        journal.save(taken ?? state.take)
      }
    }
    let isOwn = node.replaceOwnState { isInitial -> Own? in
      switch journal.begin(parts, for: saver) {
      case .found(let restored): return state.own(with: restored)
      case .nothing:
        // A store's initial state is not saved until the state changes.
        if isInitial { state.begin() }
        return nil
      case .failed:
        saver.restoringFailed()
        return nil
      }
    }
    if !isOwn {
      _ = journal.begin(parts, for: saver)
      node.context.report(.persistedProjection(state: "\(State.self)"))
    }
    return node.save(by: saver) { published in
      var isChanged = false
      lend(published) { own in isChanged = follower.look(at: own) }
      return isChanged
    }
  }
}

/// Provides access to a store's state, parts of which are saved, without retaining the store.
///
/// `Own` is the type of the store's own state, to which the parts belong.
struct FollowedState<State: Sendable, Action: Sendable, Own: Sendable>: Sendable {
  let store: WeakStore<State, Action>
  let tree: StoreTree
  let follower: StateFollower<Own>
  let lendPresent: @Sendable ((State) -> Void) -> Void
  let read: @Sendable () -> State
  let lend: @Sendable (State, (Own) -> Void) -> Void
  let saved: @Sendable (State) -> Own

  /// Marks the current state as saved.
  func begin() { lendPresent { state in lend(state, follower.begin) } }

  /// Copies the unsaved changes out of the state. This method can also be called after the store is released.
  func take(isWhole: Bool) -> PendingState? {
    var pending: PendingState?
    lendPresent { state in lend(state) { pending = follower.take(from: $0, isWhole: isWhole) } }
    return pending
  }

  /// Returns the store's own state with a restored state applied. Must be called in the turn that replaces the store's
  /// own state.
  func own(with restored: RestoredState<Own>) -> Own {
    let own = restored(in: saved(read()))
    if restored.isSaved { follower.begin(with: own) }
    return own
  }

  /// Resolves the conflict between the current state and a saved state that could not be read earlier. Returns a
  /// closure that copies the data to save out of the state, or returns nil if there is nothing to save.
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

  /// Replaces the store's own state in a turn. Returns false if the store has no state of its own.
  private func replace(
    in store: StateStore<State, Action>, with make: @escaping @Sendable () -> Own
  ) async -> Bool {
    let isOwn = store.node.replaceOwnState { _ -> Own? in make() }
    if isOwn { await tree.settled() }
    return isOwn
  }
}
