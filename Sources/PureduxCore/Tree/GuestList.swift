/// What ends with a store.
///
/// Guests that ended before are forgotten in time, so that a store that starts work again and again keeps no
/// trace of what is over.
@usableFromInline
struct GuestList: Sendable {
  @usableFromInline private(set) var all: [any Ending]

  @inlinable
  init() { all = [] }

  /// Returns what the caller is to let go of outside the lock.
  mutating func add(_ guest: any Ending) -> [any Ending] {
    var forgotten: [any Ending] = []
    if all.count == all.capacity {
      forgotten = all
      all = all.filter { !$0.isEnded }
      all.reserveCapacity(max(16, all.count * 2))
    }
    all.append(guest)
    return forgotten
  }
}

/// Observers that end with an owner, held by no one through this list.
struct OwnerList {
  private struct Entry {
    weak var observer: (any Ending)?
    let owner: WeakOwner
  }

  private var entries: [Entry] = []

  mutating func add(_ observer: any Ending, _ owner: WeakOwner) {
    entries.append(Entry(observer: observer, owner: owner))
  }

  /// Ends the observers whose owners are gone.
  mutating func removeGone() {
    guard !entries.isEmpty else { return }
    entries.removeAll { entry in
      guard let observer = entry.observer else { return true }
      guard entry.owner.object == nil else { return false }
      observer.end()
      return true
    }
  }
}
