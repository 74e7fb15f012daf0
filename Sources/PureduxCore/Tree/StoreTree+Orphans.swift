// Observers of stores that have gone.
extension StoreTree {
  /// Notes that a store went while a view showed it. It is reported once the tree has reduced another action, if
  /// `isWanted` says then that the view still waits for the store's states.
  package func noteOrphanedView(
    _ description: String, of store: String?, _ turn: borrowing Turn, isWanted: @escaping @Sendable () -> Bool
  ) {
    note(OrphanedObservers.Orphan(kind: .view, isWanted: isWanted, observer: description, store: store), turn)
  }

  func noteOrphan(_ left: LeftObserver, of store: String?, _ turn: borrowing Turn) {
    let isWanted: @Sendable () -> Bool = { left.observer.object != nil }
    note(
      OrphanedObservers.Orphan(kind: .observer, isWanted: isWanted, observer: "at \(left.location)", store: store), turn
    )
  }

  private func note(_ orphan: OrphanedObservers.Orphan, _ turn: borrowing Turn) {
    orphans.with(turn) { $0.add(orphan, revision: revision) }
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
