package import PureduxCore

/// Counts the turns in which a store published a state.
package final class TurnCounter: Sendable {
  // A new observer is first called with the current state, which is not a turn.
  private let calls = Guarded(-1)

  package var count: Int { calls.withLock { max(0, $0) } }

  fileprivate func add() { calls.withLock { $0 += 1 } }
}

/// The counters of a tree, by the numbers of its stores.
private final class TurnCounters: TreeSlot {
  private let counters = Guarded<[UInt64: TurnCounter]>([:])

  /// The counter of a store; `isNew` is true if this call created it.
  func counter(of store: UInt64) -> (counter: TurnCounter, isNew: Bool) {
    counters.withLock { counters in
      if let counter = counters[store] { return (counter, false) }
      let counter = TurnCounter()
      counters[store] = counter
      return (counter, true)
    }
  }

  func forget(_ store: UInt64) { counters.withLock { $0[store] = nil } }

  var count: Int { counters.withLock { $0.count } }
}

extension StateStore {
  /// The counter of this store's turns: the same one each time. Counting ends with the store.
  ///
  /// The store that reads this property first determines which turns count: a selector counts only the turns in which
  /// its result has changed.
  package var turnCounter: TurnCounter {
    let (counters, store) = (node.tree.slot(TurnCounters.self), node.actionQueue.store)
    let (counter, isNew) = counters.counter(of: store)
    if isNew {
      let subscription = node.subscribe(
        node.register(skipsPast: true) { _, _ in
          counter.add()
          return .active
        })
      node.keep(
        StoreSubscription {
          subscription.cancel()
          counters.forget(store)
        })
    }
    return counter
  }

  /// The number of counters that the tree retains.
  package var turnCounterCount: Int { node.tree.slot(TurnCounters.self).count }
}
