/// Tracks whether a tree has a newer revision than the last one that was saved or restored.
final class StateWatcher: Sendable {
  private let tree: StoreTree
  /// The tree's revision at the last look or at restoring; before that, the revision of the initial states.
  private let revision = Guarded<UInt64>(0)

  init(of tree: StoreTree) { self.tree = tree }

  /// Marks a revision as not to be saved: it was restored, or is the initial state.
  func begin(at revision: UInt64) { self.revision.withLock { $0 = revision } }

  /// Calls the closure if there is a newer revision. Call this after each publication, and when a revision may not have
  /// been published because the store is gone.
  func look(_ changed: () -> Void) {
    let now = tree.revision
    // Called before the revision is recorded: a caller that finds it recorded may rely on that. A second call does no
    // harm.
    if revision.withLock({ $0 != now }) { changed() }
    revision.withLock { $0 = now }
  }
}
