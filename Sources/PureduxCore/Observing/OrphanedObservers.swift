/// An observer whose store was released. The observer is not retained.
@usableFromInline
package struct OrphanedObserver: Sendable {
  /// A description of the observer, for example the location of its subscription.
  let description: String
  /// The consequence for the observer, and the fix, as worded in the report.
  let advice: (consequence: String, fix: String)
  /// Whether the observer is still waiting for states.
  let isWanted: @Sendable () -> Bool
  /// The name of the released store.
  var store: String?
  /// The report, if it is not about a released store.
  private var ownMisuse: Misuse?

  /// Describes an observer that was subscribed at this location.
  init(_ observer: some Cancellable, at location: String) {
    let owner = WeakOwner(observer)
    description = "at \(location)"
    advice = (
      "its observer receives no further changes: observing does not retain a store",
      "keep the `StateStore` as long as the subscription, for example in a property, or cancel the subscription first; "
        + "if the observer should end with the store, subscribe with `until: .storeReleased`"
    )
    isWanted = { !owner.isGone }
  }

  /// Describes an observer that another module defines, with that module's text for the report.
  package init(
    _ description: String, of store: String?, so consequence: String, fix: String,
    isWanted: @escaping @Sendable () -> Bool
  ) {
    self.description = description
    advice = (consequence, fix)
    self.isWanted = isWanted
    self.store = store
  }

  /// Describes something else that ended while a store still needed it, with the report of that.
  package init(reporting misuse: Misuse, isWanted: @escaping @Sendable () -> Bool) {
    self.init("", of: nil, so: "", fix: "", isWanted: isWanted)
    ownMisuse = misuse
  }

  var misuse: Misuse { ownMisuse ?? .storeWentWhileObserved(self) }
}

/// The observers of released stores, listed until each is reported or ends.
///
/// A store and its observers are often released together, so an observer is reported only if it still exists after the
/// tree has reduced another action. The list does not retain the observers.
///
/// An observer that ends before its store is never reported, regardless of the threads involved. An observer that ends
/// right after its store may be reported if another thread's action is reduced in between. That report is correct,
/// because the observer did outlive its store.
struct OrphanedObservers {
  private var all: [(observer: OrphanedObserver, revision: UInt64)] = []

  /// Adds an observer whose store was released at this revision.
  mutating func add(_ observer: OrphanedObserver, revision: UInt64) { all.append((observer, revision)) }

  /// Removes and returns the observers that have missed a turn of their tree. Prunes ended observers.
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
  /// Records that an observed store was released. The observer is reported once the tree has reduced another action,
  /// unless the observer has ended by then.
  package func noteOrphan(_ observer: OrphanedObserver, _ turn: borrowing Turn) {
    orphans.with(turn) { $0.add(observer, revision: revision) }
  }

  /// Records the orphaned observers of a store. Called in the store's `deinit`.
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
