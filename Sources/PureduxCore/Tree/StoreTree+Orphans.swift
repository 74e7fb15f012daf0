// Observers of stores that have gone.
extension StoreTree {
  /// Notes that a store went while it was observed. It is reported once the tree has reduced another action, if
  /// `isWanted` says then that somebody still waits for its states.
  package func noteOrphan(
    _ observer: String, of store: String?, _ turn: borrowing Turn, isWanted: @escaping @Sendable () -> Bool
  ) {
    let orphan = OrphanedObservers.Orphan(isWanted: isWanted, observer: observer, store: store)
    orphans.with(turn) { $0.add(orphan, revision: revision) }
  }

  func noteOrphan(_ left: LeftObserver, of store: String?, _ turn: borrowing Turn) {
    noteOrphan("at \(left.location)", of: store, turn) { left.observer.object != nil }
  }

  /// Notes the observers that a store left, from its `deinit`.
  func noteOrphans(_ left: [LeftObserver], of store: String?) {
    if left.isEmpty { return }
    mailbox.postFromDeinit { [weak self] turn in
      guard let self else { return }
      for observer in left { noteOrphan(observer, of: store, turn) }
    }
  }
}

/// An observer whose store has gone, and the place where it was subscribed.
@usableFromInline
struct LeftObserver: Sendable {
  let observer: WeakOwner
  let location: SourceLocation
}
