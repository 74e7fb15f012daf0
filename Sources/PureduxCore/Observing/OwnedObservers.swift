/// The observers of a tree that end when their owner is released. The list does not retain the observers.
///
/// Checks the owners instead of their observers, because an owner may have many observers.
struct OwnedObservers {
  private struct Possessions {
    let owner: WeakOwner
    /// Earlier owners have smaller numbers.
    let number: Int
    private(set) var observers: [WeakObserver] = []

    init(of owner: WeakOwner, number: Int) { (self.owner, self.number) = (owner, number) }

    /// Adds an observer. Ended observers are pruned periodically, so that they do not accumulate.
    mutating func add(_ observer: any Cancellable) {
      if observers.count == observers.capacity {
        observers.removeAll { $0.observer == nil }
        observers.reserveCapacity(max(4, observers.count * 2))
      }
      observers.append(WeakObserver(observer: observer))
    }
  }

  private struct WeakObserver {
    weak var observer: (any Cancellable)?
  }

  private var byOwner: [ObjectIdentifier: Possessions] = [:]
  private var lastNumber = 0

  mutating func add(_ observer: any Cancellable, _ owner: WeakOwner) {
    guard let object = owner.object else { return observer.cancel() }
    let id = ObjectIdentifier(object)
    // A new owner may have reused the address of a released owner.
    if byOwner[id]?.owner.isGone == true { removeGone() }
    lastNumber += 1
    byOwner[id, default: Possessions(of: owner, number: lastNumber)].add(observer)
  }

  /// Ends the observers whose owners have been released.
  mutating func removeGone() {
    guard !byOwner.isEmpty, byOwner.values.contains(where: \.owner.isGone) else { return }
    let gone = byOwner.filter { $0.value.owner.isGone }
    for id in gone.keys { byOwner[id] = nil }
    for possessions in gone.values.sorted(by: { $0.number < $1.number }) {
      for owned in possessions.observers { owned.observer?.cancel() }
    }
  }
}
