extension StateStore where State: Codable {
  /// Restores the state from an archive, and saves the state to the archive after each change.
  ///
  /// The state is restored in a turn, and actions that are dispatched after this call are reduced after that turn, in
  /// order. An archive that has already restored the store's initial state does not restore it again. Changes made by
  /// earlier actions are also saved, unless the restored state replaces them. The state is saved outside turns. When
  /// the last handle to the store is released, unsaved changes are saved immediately.
  ///
  /// ```swift
  /// let store = StateStore<Notes, NotesAction>(Notes(), reducer: reduce)
  /// let persistence = store.persist(in: Archive(FileStorage(url)))
  /// store.dispatch(.add("milk"))
  /// await persistence.flush()
  /// ```
  ///
  /// This method does not throw: problems are reported to the archive's `onProblem`, and the store remains usable.
  /// Calling this method on a projection, which has no state of its own, is misuse: the state is saved, but not
  /// restored.
  ///
  /// - Parameters:
  ///   - archive: The archive for the state. Use each archive for one store at a time.
  ///   - pace: The delay between a change and its save.
  ///   - equating: Determines which changes cause a save. By default, every turn of the tree that reduces an action
  ///     causes one.
  ///   - late: How to handle a saved state that becomes readable only after the store is created.
  /// - Returns: A handle whose `flush()` method saves immediately. Saving continues even if the handle is released.
  @discardableResult
  public func persist(
    in archive: Archive<State>, pace: SavingPace = SavingPace(),
    removeDuplicates equating: Equating<State> = .neverEqual, late: LateRestoring<State> = .replaceCurrent
  ) -> Persistence {
    persist(in: archive, pace, equating, late, saved: { $0 }, restored: { saved, _ in saved })
  }
}

extension StateStore {
  /// Restores a part of the state from an archive, and saves it to the archive after each change.
  ///
  /// The rest of the state is not affected. In all other respects, this method works like the overload that persists
  /// the whole state.
  ///
  /// ```swift
  /// app.persist(\.notes, in: Archive(FileStorage(url)), removeDuplicates: .equal { $0.notes.lines })
  /// ```
  ///
  /// - Parameters:
  ///   - part: The part that is saved and restored.
  ///   - archive: The archive for the part. Use each archive for one store at a time.
  ///   - pace: The delay between a change and its save.
  ///   - equating: Determines which changes to the whole state cause a save; by default, all changes.
  ///   - late: How to handle a saved part that becomes readable only after the store is created.
  /// - Returns: A handle whose `flush()` method saves immediately. Saving continues even if the handle is released.
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

  /// Restores a child store's own state from an archive, and saves it to the archive after changes.
  ///
  /// The child's own state is saved when the state of the child or of its parent changes.
  ///
  /// In all other respects, this method works like the overload that persists the whole state.
  ///
  /// ```swift
  /// let screen = app.with(Notes(), reducer: reduce)
  /// screen.persist(in: Archive(FileStorage(url)), removeDuplicates: .equal { $0.1.lines })
  /// ```
  ///
  /// - Parameters:
  ///   - archive: The archive for the child's own state. Use each archive for one store at a time.
  ///   - pace: The delay between a change and its save.
  ///   - equating: Determines which changes to the parent's and child's states cause a save; by default, all changes.
  ///   - late: How to handle a saved state that becomes readable only after the store is created.
  /// - Returns: A handle whose `flush()` method saves immediately. Saving continues even if the handle is released.
  @discardableResult
  public func persist<Parent, Local: Codable & Sendable>(
    in archive: Archive<Local>, pace: SavingPace = SavingPace(),
    removeDuplicates equating: Equating<State> = .neverEqual, late: LateRestoring<Local> = .replaceCurrent
  ) -> Persistence where State == (Parent, Local) {
    persist(in: archive, pace, equating, late, saved: { $0.1 }, restored: { saved, _ in saved })
  }

  /// The designated method, to which the other overloads delegate. `Own` is the type of the store's own state.
  private func persist<Own: Sendable, Saved: Codable & Sendable>(
    in archive: Archive<Saved>, _ pace: SavingPace, _ equating: Equating<State>, _ late: LateRestoring<Saved>,
    saved: @escaping @Sendable (State) -> Saved, restored: @escaping @Sendable (Saved, State) -> Own
  ) -> Persistence {
    let tree = node.tree
    let watcher = StateWatcher(of: tree)
    let state = PersistedState(
      store: weak(), tree: tree, watcher: watcher, read: node.readPresentState, saved: saved, restored: restored)
    let saver = Saver(pace: pace, context: node.context) { saver in
      await saveOnceRead {
        archive.restoreLate(for: saver)
      } takeIn: { saved in
        await state.takeIn(saved, late)
      } save: { taken in
        archive.saveUnlessUnread(taken ?? state.current())
      }
    }
    let isOwn = node.replaceOwnState { isInitial -> Own? in
      switch archive.begin(for: saver) {
      case .found(let saved): return state.own(with: saved)
      case .nothing:
        // Skip the tree's earlier revisions, which did not change this store's own state.
        if isInitial { watcher.begin(at: tree.revision) }
        return nil
      case .failed:
        saver.restoringFailed()
        return nil
      }
    }
    if !isOwn {
      _ = archive.begin(for: saver)
      node.context.report(.persistedProjection(state: "\(State.self)"))
    }
    return node.save(by: saver, watcher, states: .filtered(equating.makeFilter()))
  }
}
