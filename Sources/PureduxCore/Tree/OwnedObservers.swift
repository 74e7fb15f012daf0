/// The observers of a tree that end with an owner. This list keeps none of them alive.
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
