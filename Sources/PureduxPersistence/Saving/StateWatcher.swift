/// Tells a saver when the state it saves has changed, and when its store is gone.
final class StateWatcher<State: Codable & Sendable>: Endable {
  private let saver: Saver<State>
  private let tree: StoreTree
  /// The tree's revision at the last look, or when the store was restored: that of the initial states until then.
  private let revision = Guarded<UInt64>(0)
  private let ended = AtomicFlag()

  init(_ saver: Saver<State>, of tree: StoreTree) {
    self.saver = saver
    self.tree = tree
  }

  /// The state of this revision is the one that was restored: there is nothing to save yet.
  func begin(at revision: UInt64) { self.revision.withLock { $0 = revision } }

  /// Looks whether the tree has gone on: when the store publishes, and where something may not have been published, for
  /// the store is gone.
  func look() {
    let now = tree.revision
    // Told before it is noted: whoever finds it noted may rely on the saver. Told twice is no harm.
    if revision.withLock({ $0 != now }) { saver.changed() }
    revision.withLock { $0 = now }
  }

  var isEnded: Bool { ended.isRaised }

  /// What was dispatched before the store went is reduced and no longer published, and is to be saved too.
  func end() {
    guard ended.raise() else { return }
    tree.mailbox.post { [self] _ in
      look()
      saver.end()
    }
  }
}
