extension StateStore {
  /// Restores the own states of this store's children from an archive, and saves them there whenever they have changed.
  ///
  /// A stack of screens comes back as it was left: this store's state says which screens there are, and each child that
  /// comes for the first time begins with what was saved for its element. The state of a child that leaves is forgotten.
  /// Persist this store too, in an archive of its own.
  ///
  /// ```swift
  /// let screens = app.children(of: \.notes.lines, id: \.self) { app, line in
  ///   app.with(0) { (scrolled: inout Int, action: NotesAction) in scrolled += 1 }
  /// }
  /// app.persist(children: screens, in: Archive(FileStorage(url)))
  /// ```
  ///
  /// - Parameters:
  ///   - children: Children of this store, each with a state of its own.
  ///   - archive: The archive for their states. It belongs to these children.
  ///   - pace: How long a change waits until it is saved.
  /// - Returns: A value to `flush()`. Saving goes on without it.
  @discardableResult
  public func persist<ID: Codable & Hashable & Sendable, Local: Codable & Sendable, ChildAction: Sendable>(
    children: some ChildStores<ID, StateStore<(State, Local), ChildAction>>, in archive: Archive<[ID: Local]>,
    pace: SavingPace = SavingPace()
  ) -> Persistence {
    let (tree, watcher) = (node.tree, StateWatcher(of: node.tree))
    let states = SavedChildren(children)
    let saver = Saver(pace: pace, context: node.context) {
      await saveOnceRead(restoreLate: archive.restoreLate) { late in
        // Children that have begun meanwhile go on as they are.
        states.restore(late, onlyComing: true)
        return states.current()
      } save: { taken in
        archive.saveUnlessUnread(taken ?? states.current())
      }
    }
    tree.mailbox.post { _ in
      switch archive.begin() {
      case .found(let saved):
        states.restore(saved)
        watcher.begin(at: tree.revision)
      case .nothing: watcher.begin(at: tree.revision)
      case .failed: saver.restoringFailed()
      }
    }
    return node.save(by: saver, watcher)
  }
}
