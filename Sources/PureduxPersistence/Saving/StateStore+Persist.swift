extension StateStore where State: Codable {
  /// Restores the state from an archive, and saves it there whenever it has changed.
  ///
  /// Restoring happens in a turn: actions dispatched from now on find the restored state, in their order. An archive
  /// that was asked to `restore` before, to make the store's initial state, is not asked again. What was dispatched
  /// before is saved too, unless the restored state has taken its place. Saving happens off the turn; when the last
  /// handle to the store goes, what is not saved is saved at once.
  @discardableResult
  public func persist(
    in archive: Archive<State>, pace: SavingPace = SavingPace(),
    removeDuplicates equating: Equating<State> = .neverEqual
  ) -> Persistence {
    persist(in: archive, pace: pace, equating, saved: { $0 }, restored: { saved, _ in saved })
  }
}

extension StateStore {
  /// Restores a part of the state from an archive, and saves it there whenever the state has changed.
  @discardableResult
  public func persist<Part: Codable & Sendable>(
    _ part: any WritableKeyPath<State, Part> & Sendable, in archive: Archive<Part>, pace: SavingPace = SavingPace(),
    removeDuplicates equating: Equating<State> = .neverEqual
  ) -> Persistence {
    persist(in: archive, pace: pace, equating, saved: { $0[keyPath: part] }) { saved, state in
      var state = state
      state[keyPath: part] = saved
      return state
    }
  }

  /// Restores a child store's own state from an archive, and saves it there whenever one of the two has changed.
  ///
  /// A change of the tree from before the child was made counts as well.
  @discardableResult
  public func persist<Parent, Local: Codable & Sendable>(
    in archive: Archive<Local>, pace: SavingPace = SavingPace(),
    removeDuplicates equating: Equating<State> = .neverEqual
  ) -> Persistence where State == (Parent, Local) {
    persist(in: archive, pace: pace, equating, saved: { $0.1 }, restored: { saved, _ in saved })
  }

  /// The one form that the others come down to. `Own` is the state that the store keeps itself.
  private func persist<Own: Sendable, Saved: Codable & Sendable>(
    in archive: Archive<Saved>, pace: SavingPace, _ equating: Equating<State>,
    saved: @escaping @Sendable (State) -> Saved, restored: @escaping @Sendable (Saved, State) -> Own
  ) -> Persistence {
    let (read, tree) = (node.readState, node.tree)
    let saver = Saver(archive: archive, pace: pace, context: node.context) { saved(read()) }
    let watcher = StateWatcher(saver, of: tree)
    let isOwn = node.replaceOwnState { () -> Own? in
      guard let saved = archive.restoreOnce() else { return nil }
      // Replacing makes a revision of its own.
      watcher.begin(at: tree.revision + 1)
      return restored(saved, read())
    }
    if !isOwn { node.context.report(.persistedProjection(state: "\(State.self)")) }
    node.keep(subscribe(removeDuplicates: equating) { _ in watcher.look() })
    node.keep(watcher)
    return Persistence(
      settle: {
        await tree.settled()
        watcher.look()
      }, save: { await saver.flush() })
  }
}

extension Misuse {
  static func persistedProjection(state: String) -> Misuse {
    Misuse(
      "`persist` was called on a projection, which keeps no state (`\(state)`) of its own",
      so: "it is saved, and was not restored",
      fix: "persist the store that keeps the state: `store.persist(\\.part, in: archive)`")
  }
}
