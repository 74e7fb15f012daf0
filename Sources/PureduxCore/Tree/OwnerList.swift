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
