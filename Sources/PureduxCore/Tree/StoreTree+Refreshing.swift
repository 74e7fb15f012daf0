// Publishing what depends on more than the states.
extension StoreTree {
  /// Publishes, in a turn of its own, what is refreshable and observed in the tree; does nothing where nothing is.
  package func refresh() {
    guard isRefreshed.isRaised else { return }
    mailbox.post { [weak self] turn in
      guard let refreshes = self?.refreshes.withLock({ $0.slots }) else { return }
      for slot in refreshes { slot.element?(turn) }
    }
  }

  func addRefresh(_ number: UInt64, _ locked: borrowing LockToken, _ refresh: @escaping Refresh) {
    refreshes.with(locked) { $0.insert(refresh, number: number) }
    isRefreshed.raise()
  }

  /// Returns what the caller has to release outside the lock.
  func removeRefresh(_ number: UInt64, _ locked: borrowing LockToken) -> (any Sendable)? {
    refreshes.with(locked) { refreshes in
      defer { if refreshes.isEmpty { isRefreshed.lower() } }
      return refreshes.remove(number)
    }
  }
}
