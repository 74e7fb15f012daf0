/// What ends with a store.
///
/// Guests that ended before are forgotten in time, so that a store that starts work again and again keeps no
/// trace of what is over.
@usableFromInline
struct AttachedWork: Sendable {
  @usableFromInline private(set) var all: [any Endable]

  @inlinable
  init() { all = [] }

  /// Returns what the caller is to let go of outside the lock.
  mutating func add(_ work: any Endable) -> [any Endable] {
    var forgotten: [any Endable] = []
    if all.count == all.capacity {
      forgotten = all
      all = all.filter { !$0.isEnded }
      all.reserveCapacity(max(16, all.count * 2))
    }
    all.append(work)
    return forgotten
  }
}

/// Observers that end with an owner, held by no one through this list.
struct OwnedObservers {
  private struct OwnedObserver {
    weak var observer: (any Endable)?
    let owner: WeakOwner
  }

  private var all: [OwnedObserver] = []

  mutating func add(_ observer: any Endable, _ owner: WeakOwner) {
    all.append(OwnedObserver(observer: observer, owner: owner))
  }

  /// Ends the observers whose owners are gone.
  mutating func removeGone() {
    guard !all.isEmpty else { return }
    all.removeAll { owned in
      guard let observer = owned.observer else { return true }
      guard owned.owner.object == nil else { return false }
      observer.end()
      return true
    }
  }
}
