/// An observer whose store has gone. It is not kept alive.
@usableFromInline
package struct OrphanedObserver: Sendable {
  /// The observer in words, for example where it was subscribed.
  let description: String
  /// What becomes of the observer, and how to fix it, for the report.
  let advice: (consequence: String, fix: String)
  /// Whether it still waits for states.
  let isWanted: @Sendable () -> Bool
  /// The name of the store that has gone.
  var store: String?

  /// An observer that was subscribed at this place.
  init(_ observer: some Cancellable, at location: SourceLocation) {
    let owner = WeakOwner(observer)
    description = "at \(location)"
    advice = (
      "its observer hears of no further change: observing keeps no store alive",
      "keep the `StateStore` as long as the subscription, in a property for example, or cancel the subscription first; "
        + "where the observer is to end with the store, subscribe with `until: .storeGoes`"
    )
    isWanted = { !owner.isGone }
  }

  /// An observer that another module made, with words of its own for the report.
  package init(
    _ description: String, of store: String?, so consequence: String, fix: String,
    isWanted: @escaping @Sendable () -> Bool
  ) {
    self.description = description
    advice = (consequence, fix)
    self.isWanted = isWanted
    self.store = store
  }
}

/// The observers of stores that have gone, until it is known whether they miss their store.
///
/// A store and its observers often go together, one right after the other. So they are not reported when the store
/// goes: an observer that is still there when the tree has reduced another action is. None of them is kept alive.
///
/// An observer that ends before its store is never reported, on whatever thread it ends. One that ends right after its
/// store can be, where another thread's action is reduced exactly between the two: what the report says was true then.
struct OrphanedObservers {
  private var all: [(observer: OrphanedObserver, revision: UInt64)] = []

  /// Adds an observer whose store went at this revision.
  mutating func add(_ observer: OrphanedObserver, revision: UInt64) { all.append((observer, revision)) }

  /// Takes out the observers that have missed a turn of their tree, and forgets those that wait no more.
  mutating func takeMissing(_ revision: @autoclosure () -> UInt64) -> [OrphanedObserver] {
    if all.isEmpty { return [] }
    let revision = revision()
    var missing: [OrphanedObserver] = []
    all.removeAll { observer, seen in
      guard observer.isWanted() else { return true }
      guard seen < revision else { return false }
      missing.append(observer)
      return true
    }
    return missing
  }
}

extension StoreTree {
  /// Notes that a store went while it was observed. It is reported once the tree has reduced another action, if the
  /// observer still waits for the store's states then.
  package func noteOrphan(_ observer: OrphanedObserver, _ turn: borrowing Turn) {
    orphans.with(turn) { $0.add(observer, revision: revision) }
  }

  /// Notes the observers that a store left, from its `deinit`.
  func noteOrphans(_ left: [OrphanedObserver], of store: String?) {
    if left.isEmpty { return }
    mailbox.postFromDeinit { [weak self] turn in
      for var observer in left {
        observer.store = store
        self?.noteOrphan(observer, turn)
      }
    }
  }
}
