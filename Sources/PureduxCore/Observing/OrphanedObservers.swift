/// Those who observe a store that has gone, until it is known whether they miss it.
///
/// A store and its observers often go together, one right after the other. So they are not reported when the store
/// goes: an observer that is still there when the tree has reduced another action is. Keeps none of them alive.
///
/// An observer that ends before its store is never reported, on whatever thread it ends. One that ends right after its
/// store can be, where another thread's action is reduced exactly between the two: what the report says was true then.
struct OrphanedObservers {
  /// One observer whose store has gone.
  struct Orphan: Sendable {
    /// What it is to the programmer, who is told how to keep its store.
    enum Kind {
      case observer, view
    }

    let kind: Kind
    /// Whether somebody still waits for the states.
    let isWanted: @Sendable () -> Bool
    let observer: String
    let store: String?
  }

  private var all: [(orphan: Orphan, revision: UInt64)] = []

  /// Adds an observer whose store went at this revision.
  mutating func add(_ orphan: Orphan, revision: UInt64) { all.append((orphan, revision)) }

  /// Takes out the observers that have missed a turn of their tree, and forgets those that nobody wants any more.
  mutating func takeMissing(_ revision: @autoclosure () -> UInt64) -> [Orphan] {
    if all.isEmpty { return [] }
    let revision = revision()
    var missing: [Orphan] = []
    all.removeAll { orphan, seen in
      guard orphan.isWanted() else { return true }
      guard seen < revision else { return false }
      missing.append(orphan)
      return true
    }
    return missing
  }
}
