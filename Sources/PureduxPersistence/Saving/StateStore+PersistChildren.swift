extension StateStore {
  /// Restores the children's own states from an archive, and saves them to the archive after changes.
  ///
  /// Use this method to restore, for example, a stack of screens. This store's state determines which children exist,
  /// and each child that appears for the first time begins with the saved state of its element. The saved state of a
  /// removed child is dropped. Persist this store as well, in a separate archive.
  ///
  /// ```swift
  /// let screens = app.children(of: \.notes.lines, id: \.self) { app, line in
  ///   app.with(0) { (scrolled: inout Int, action: NotesAction) in scrolled += 1 }
  /// }
  /// app.persist(children: screens, in: Archive(FileStorage(url)))
  /// ```
  ///
  /// - Parameters:
  ///   - children: The children of this store whose own states are persisted.
  ///   - archive: The archive for the children's states. Use the archive for these children only.
  ///   - pace: The delay between a change and its save.
  /// - Returns: A handle whose `flush()` method saves immediately. Saving continues even if the handle is released.
  @discardableResult
  public func persist<ID: Codable & Hashable & Sendable, Local: Codable & Sendable, ChildAction: Sendable>(
    children: some ChildStores<ID, StateStore<(State, Local), ChildAction>>, in archive: Archive<[ID: Local]>,
    pace: SavingPace = SavingPace()
  ) -> Persistence {
    let (tree, watcher) = (node.tree, StateWatcher(of: node.tree))
    let states = SavedChildren(children)
    let saver = Saver(pace: pace, context: node.context) { saver in
      await saveOnceRead {
        archive.restoreLate(for: saver)
      } takeIn: { late in
        // Children that already exist keep their states.
        states.restore(late, onlyComing: true)
        return states.current()
      } save: { taken in
        archive.saveUnlessUnread(taken ?? states.current())
      }
    }
    tree.mailbox.post { _ in
      switch archive.begin(for: saver) {
      case .found(let saved):
        states.restore(saved)
        watcher.begin(at: tree.revision)
      case .nothing: watcher.begin(at: tree.revision)
      case .failed: saver.restoringFailed()
      }
    }
    return node.save(by: saver, watcher)
  }

  /// Restores parts of the children's own states from a journal, and saves changes to the journal.
  ///
  /// The cost of a save is proportional to the size of the change, because each changed part of a child is saved
  /// separately, under the child's identity and the part's name. A list in a child's state is saved as a whole when one
  /// of its elements changes, so keep long lists in this store's state. In all other respects, this method works like
  /// the overload that uses an archive. All parts of a child are saved from a single snapshot of its state.
  ///
  /// ```swift
  /// let screens = app.children(of: \.notes.lines, id: \.self) { app, line in
  ///   app.with(Screen()) { (screen: inout Screen, action: NotesAction) in screen.scrolled += 1 }
  /// }
  /// app.persist(children: screens, Screen.saved, in: Journal(FileStorage(url)))
  /// ```
  ///
  /// - Parameters:
  ///   - children: The children of this store whose own states are persisted.
  ///   - parts: The parts of a child's own state to save and restore, identified by their names.
  ///   - journal: The journal for the children's states. Use the journal for these children only.
  ///   - pace: The delay between a change and its save. Changes made during the delay are coalesced into the same save.
  /// - Returns: A handle whose `flush()` method saves immediately. Saving continues even if the handle is released.
  @discardableResult
  public func persist<ID: Codable & Hashable & Sendable, Local: Sendable, ChildAction: Sendable>(
    children: some ChildStores<ID, StateStore<(State, Local), ChildAction>>, _ parts: [StatePart<Local>],
    in journal: Journal<ChildStates<ID, Local>>, pace: SavingPace = SavingPace()
  ) -> Persistence {
    let declared = parts.distinct()
    if declared.count < parts.count { node.context.report(.partsOfOneName(in: parts.map(\.name))) }
    let (tree, watcher) = (node.tree, StateWatcher(of: node.tree))
    let saved = declared.filter { !$0.isRemoved }
    let (states, columns) = (JournaledChildren(children, saved), ChildStates<ID, Local>.columns(of: declared))
    let empty = ChildStates<ID, Local>(parts: saved.count)
    let saver = Saver(pace: pace, context: node.context) { saver in
      await saveOnceRead {
        journal.restoreLate(columns, for: saver)
      } takeIn: { late -> Bool? in
        // Children that already exist keep their states.
        states.restore(late(in: empty), onlyComing: true)
        return true
      } save: { _ in
        journal.save(states.take)
      }
    }
    states.onDue { [weak saver] in saver?.changed() }
    tree.mailbox.post { _ in
      switch journal.begin(columns, for: saver) {
      case .found(let restored):
        states.restore(restored(in: empty))
        watcher.begin(at: tree.revision)
      case .nothing: watcher.begin(at: tree.revision)
      case .failed: saver.restoringFailed()
      }
    }
    return node.save(by: saver, watcher)
  }
}

/// The existing children's own states, and the saved states whose elements have not appeared yet.
final class SavedChildren<ID: Codable & Hashable & Sendable, Local: Codable & Sendable>: Sendable {
  private struct Content: Sendable {
    /// Saved states whose elements have not appeared yet.
    var waiting: [ID: Local] = [:]
    /// Closures that read each child's own state. If all children are released together, their closures remain, because
    /// their release is not reported as the removal of elements.
    var reads: [ID: @Sendable () -> Local] = [:]
    /// Closures that replace each child's own state, unless the state has already changed.
    var restores: [ID: @Sendable (Local) -> Void] = [:]
  }

  private let content = Guarded(Content())

  init<State: Sendable, Action: Sendable>(_ children: some ChildStores<ID, StateStore<(State, Local), Action>>) {
    children.observe { [weak self] id, child in
      self?.come(id, child)
    } removed: { [weak self] id in
      self?.leave(id)
    }
  }

  /// Restores children that appear later and, unless `onlyComing` is true, existing children.
  func restore(_ saved: [ID: Local], onlyComing: Bool = false) {
    let restores = content.withLock { content in
      content.waiting = saved.filter { content.reads[$0.key] == nil }
      return onlyComing ? [:] : content.restores
    }
    for (id, restore) in restores { if let state = saved[id] { restore(state) } }
  }

  /// Returns the children's states to save.
  func current() -> [ID: Local] {
    let (waiting, reads) = content.withLock { ($0.waiting, $0.reads) }
    return waiting.merging(reads.mapValues { $0() }) { _, present in present }
  }

  private func come<State: Sendable, Action: Sendable>(_ id: ID, _ child: StateStore<(State, Local), Action>) {
    let (read, window) = (child.node.readPresentState, child.weak())
    let restore: @Sendable (Local) -> Void = { state in
      window.strong()?.node.replaceOwnState { isInitial in isInitial ? state : nil }
    }
    let saved = content.withLock { content -> Local? in
      content.reads[id] = { read().1 }
      content.restores[id] = restore
      return content.waiting.removeValue(forKey: id)
    }
    if let saved { restore(saved) }
  }

  private func leave(_ id: ID) {
    content.withLock { content in (content.reads[id], content.restores[id]) = (nil, nil) }
  }
}
