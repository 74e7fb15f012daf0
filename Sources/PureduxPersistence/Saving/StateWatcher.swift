/// Knows whether a tree has gone on since its state was last to be saved, or was restored.
final class StateWatcher: Sendable {
  private let tree: StoreTree
  /// The tree's revision at the last look, or when the store was restored: that of the initial states until then.
  private let revision = Guarded<UInt64>(0)

  init(of tree: StoreTree) { self.tree = tree }

  /// The state of this revision is not to be saved: it was restored, or is the one that the store began with.
  func begin(at revision: UInt64) { self.revision.withLock { $0 = revision } }

  /// Tells when the tree has gone on. Look when the store publishes, and where something may not have been published, for
  /// the store is gone.
  func look(_ changed: () -> Void) {
    let now = tree.revision
    // Told before it is noted: whoever finds it noted may rely on it. Told twice is no harm.
    if revision.withLock({ $0 != now }) { changed() }
    revision.withLock { $0 = now }
  }
}
