/// An observer whose store has gone. It is not kept alive.
@usableFromInline
package struct OrphanedObserver: Sendable {
  /// What the observer is to the programmer, which decides how a report says to fix it.
  enum Kind {
    case observer, view
  }

  let kind: Kind
  /// The observer in words, for example where it was subscribed.
  let description: String
  /// Whether it still waits for states.
  let isWanted: @Sendable () -> Bool
  /// The name of the store that has gone.
  var store: String?

  /// An observer that was subscribed at this place.
  init(_ observer: some Cancellable, at location: SourceLocation) {
    let owner = WeakOwner(observer)
    kind = .observer
    description = "at \(location)"
    isWanted = { !owner.isGone }
  }

  init(view description: String, of store: String?, isWanted: @escaping @Sendable () -> Bool) {
    kind = .view
    self.description = description
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
  /// Notes that a store went while a view showed it. It is reported once the tree has reduced another action, if
  /// `isWanted` says then that the view still waits for the store's states.
  package func noteOrphanedView(
    _ description: String, of store: String?, _ turn: borrowing Turn, isWanted: @escaping @Sendable () -> Bool
  ) {
    noteOrphan(OrphanedObserver(view: description, of: store, isWanted: isWanted), turn)
  }

  func noteOrphan(_ observer: OrphanedObserver, _ turn: borrowing Turn) {
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
