extension StateStore where State: Codable {
  /// Restores the state from an archive, and saves it there whenever it has changed.
  ///
  /// Restoring happens in a turn: actions dispatched from now on find the restored state, in their order. An archive
  /// that was asked to `restore` before, to make the store's initial state, is not asked again. What was dispatched
  /// before is saved too, unless the restored state has taken its place. Saving happens off the turn; when the last
  /// handle to the store goes, what is not saved is saved at once.
  ///
  /// ```swift
  /// let store = StateStore<Notes, NotesAction>(Notes(), reducer: reduce)
  /// let persistence = store.persist(in: Archive(FileStorage(url)))
  /// store.dispatch(.add("milk"))
  /// await persistence.flush()
  /// ```
  ///
  /// Nothing is thrown: a problem is told to the archive's `onProblem`, and the store goes on. On a projection, which keeps
  /// no state, this is misuse: the state is saved and not restored.
  ///
  /// - Parameters:
  ///   - archive: where the state is saved. It belongs to one store.
  ///   - pace: how long a change waits until it is saved.
  ///   - equating: which changes count; by default each turn of the tree that reduced an action is one.
  ///   - late: what becomes of a saved state that can be read only after the store has begun.
  /// - Returns: a value to `flush()`. Saving goes on without it.
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
  /// The rest of the state stays as it is. See ``persist(in:pace:removeDuplicates:late:)`` for what else holds.
  ///
  /// ```swift
  /// app.persist(\.notes, in: Archive(FileStorage(url)), removeDuplicates: .equal { $0.notes })
  /// ```
  ///
  /// - Parameters:
  ///   - part: what is saved and restored.
  ///   - archive: where the part is saved. It belongs to one store.
  ///   - pace: how long a change waits until it is saved.
  ///   - equating: which changes of the whole state count; by default all.
  ///   - late: what becomes of a saved part that can be read only after the store has begun.
  /// - Returns: a value to `flush()`. Saving goes on without it.
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
  /// See ``persist(in:pace:removeDuplicates:late:)`` for what else holds.
  ///
  /// ```swift
  /// let screen = app.with(Notes(), reducer: reduce)
  /// screen.persist(in: Archive(FileStorage(url)), removeDuplicates: .equal { $0.1 })
  /// ```
  ///
  /// - Parameters:
  ///   - archive: where the child's own state is saved. It belongs to one store.
  ///   - pace: how long a change waits until it is saved.
  ///   - equating: which changes of the two states count; by default all.
  ///   - late: what becomes of a saved state that can be read only after the store has begun.
  /// - Returns: a value to `flush()`. Saving goes on without it.
  @discardableResult
  public func persist<Parent, Local: Codable & Sendable>(
    in archive: Archive<Local>, pace: SavingPace = SavingPace(),
    removeDuplicates equating: Equating<State> = .neverEqual, late: LateRestoring<Local> = .replaceCurrent
  ) -> Persistence where State == (Parent, Local) {
    persist(in: archive, pace, equating, late, saved: { $0.1 }, restored: { saved, _ in saved })
  }

  /// The one form that the others come down to. `Own` is the state that the store keeps itself.
  private func persist<Own: Sendable, Saved: Codable & Sendable>(
    in archive: Archive<Saved>, _ pace: SavingPace, _ equating: Equating<State>, _ late: LateRestoring<Saved>,
    saved: @escaping @Sendable (State) -> Saved, restored: @escaping @Sendable (Saved, State) -> Own
  ) -> Persistence {
    let tree = node.tree
    let watcher = StateWatcher(of: tree)
    let state = PersistedState(
      store: weak(), tree: tree, watcher: watcher, read: node.readState, saved: saved, restored: restored)
    let saver = Saver(archive: archive, pace: pace, context: node.context) {
      state.current()
    } takeIn: {
      await state.takeIn($0, late)
    }
    let isOwn = node.replaceOwnState { isInitial -> Own? in
      switch archive.begin() {
      case .found(let saved): return state.own(with: saved)
      case .nothing:
        // What the rest of the tree did before is no change of a child's own state.
        if isInitial { watcher.begin(at: tree.revision) }
        return nil
      case .failed:
        saver.restoringFailed()
        return nil
      }
    }
    if !isOwn { node.context.report(.persistedProjection(state: "\(State.self)")) }
    let follower = node.registerFollower(choice: .filtered(equating.makeFilter())) {
      watcher.look(saver.changed)
      return .active
    } onEnd: {
      watcher.look(saver.changed)
      saver.end()
    }
    tree.mailbox.post { [admission = node.admission] turn in admission.admit(follower, turn) }
    return Persistence(
      settle: {
        await tree.settled()
        watcher.look(saver.changed)
      }, save: { await saver.flush() })
  }
}
