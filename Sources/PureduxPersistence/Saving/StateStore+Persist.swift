extension StateStore where State: Codable {
  /// Restores the state from an archive, and saves it there whenever it has changed.
  ///
  /// Restoring happens in a turn: actions dispatched from now on find the restored state, in their order. An archive
  /// that has already restored, to make the store's initial state, does not restore again. Changes by earlier actions
  /// are saved too, unless the restored state replaces them. Saving happens outside of the turn. When the last handle
  /// of the store is released, unsaved changes are saved at once.
  ///
  /// ```swift
  /// let store = StateStore<Notes, NotesAction>(Notes(), reducer: reduce)
  /// let persistence = store.persist(in: Archive(FileStorage(url)))
  /// store.dispatch(.add("milk"))
  /// await persistence.flush()
  /// ```
  ///
  /// It throws nothing: a problem is reported to the archive's `onProblem`, and the store goes on. On a projection,
  /// which keeps no state, it is misuse: the state is saved and not restored.
  ///
  /// - Parameters:
  ///   - archive: The archive for the state. It belongs to one store.
  ///   - pace: How long a change waits until it is saved.
  ///   - equating: The changes that count; by default each turn of the tree that reduced an action.
  ///   - late: The use of a saved state that can be read only after the store has begun.
  /// - Returns: A value to `flush()`. Saving goes on without it.
  @discardableResult
  public func persist(
    in archive: Archive<State>, pace: SavingPace = SavingPace(),
    removeDuplicates equating: Equating<State> = .neverEqual, late: LateRestoring<State> = .replaceCurrent
  ) -> Persistence {
    persist(in: archive, pace, equating, late, saved: { $0 }, restored: { saved, _ in saved })
  }
}

extension StateStore {
  /// Restores a part of the state from an archive, and saves it there whenever the state has changed.
  ///
  /// The rest of the state stays as it is. Everything else is as for the whole state.
  ///
  /// ```swift
  /// app.persist(\.notes, in: Archive(FileStorage(url)), removeDuplicates: .equal { $0.notes.lines })
  /// ```
  ///
  /// - Parameters:
  ///   - part: The part that is saved and restored.
  ///   - archive: The archive for the part. It belongs to one store.
  ///   - pace: How long a change waits until it is saved.
  ///   - equating: The changes of the whole state that count; by default all.
  ///   - late: The use of a saved part that can be read only after the store has begun.
  /// - Returns: A value to `flush()`. Saving goes on without it.
  @discardableResult
  public func persist<Part: Codable & Sendable>(
    _ part: any WritableKeyPath<State, Part> & Sendable, in archive: Archive<Part>, pace: SavingPace = SavingPace(),
    removeDuplicates equating: Equating<State> = .neverEqual, late: LateRestoring<Part> = .replaceCurrent
  ) -> Persistence {
    persist(in: archive, pace, equating, late, saved: { $0[keyPath: part] }) { saved, state in
      var state = state
      state[keyPath: part] = saved
      return state
    }
  }

  /// Restores a child store's own state from an archive, and saves it there whenever one of the two has changed.
  ///
  /// Everything else is as for the whole state.
  ///
  /// ```swift
  /// let screen = app.with(Notes(), reducer: reduce)
  /// screen.persist(in: Archive(FileStorage(url)), removeDuplicates: .equal { $0.1.lines })
  /// ```
  ///
  /// - Parameters:
  ///   - archive: The archive for the child's own state. It belongs to one store.
  ///   - pace: How long a change waits until it is saved.
  ///   - equating: The changes of the two states that count; by default all.
  ///   - late: The use of a saved state that can be read only after the store has begun.
  /// - Returns: A value to `flush()`. Saving goes on without it.
  @discardableResult
  public func persist<Parent, Local: Codable & Sendable>(
    in archive: Archive<Local>, pace: SavingPace = SavingPace(),
    removeDuplicates equating: Equating<State> = .neverEqual, late: LateRestoring<Local> = .replaceCurrent
  ) -> Persistence where State == (Parent, Local) {
    persist(in: archive, pace, equating, late, saved: { $0.1 }, restored: { saved, _ in saved })
  }

  /// The form that all others use. `Own` is the state that the store keeps itself.
  private func persist<Own: Sendable, Saved: Codable & Sendable>(
    in archive: Archive<Saved>, _ pace: SavingPace, _ equating: Equating<State>, _ late: LateRestoring<Saved>,
    saved: @escaping @Sendable (State) -> Saved, restored: @escaping @Sendable (Saved, State) -> Own
  ) -> Persistence {
    let tree = node.tree
    let watcher = StateWatcher(of: tree)
    let state = PersistedState(
      store: weak(), tree: tree, watcher: watcher, read: node.readPresentState, saved: saved, restored: restored)
    let saver = Saver(pace: pace, context: node.context) {
      await saveOnceRead(restoreLate: archive.restoreLate) { saved in
        await state.takeIn(saved, late)
      } save: { taken in
        archive.saveUnlessUnread(taken ?? state.current())
      }
    }
    let isOwn = node.replaceOwnState { isInitial -> Own? in
      switch archive.begin() {
      case .found(let saved): return state.own(with: saved)
      case .nothing:
        // Earlier changes of the rest of the tree are no change of a child's own state.
        if isInitial { watcher.begin(at: tree.revision) }
        return nil
      case .failed:
        saver.restoringFailed()
        return nil
      }
    }
    if !isOwn { node.context.report(.persistedProjection(state: "\(State.self)")) }
    return node.save(by: saver, watcher, choice: .filtered(equating.makeFilter()))
  }
}
