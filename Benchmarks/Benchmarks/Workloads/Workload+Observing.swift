import Puredux

// W1–W4: one store, one thread, and none, one or a hundred observers.
extension Workload {
  static let observing: [Workload] = [
    Workload("W1", "one thread, no observer", actions: 1_000_000) { meter in
      let store = SampleStore.make()
      meter.measureActions(of: store)
      precondition(store.state.count == meter.actions + max(1, meter.actions / 10))
    },
    Workload("W2", "… one observer", actions: 1_000_000) {
      observe(1, &$0) { store, tally in store.subscribe { tally.add($0.count) } }
    },
    Workload("W3", "… 100 observers", actions: 200_000) {
      observe(100, &$0) { store, tally in store.subscribe { tally.add($0.count) } }
    },
    Workload("W4", "… 100 observers, duplicates removed by a closure", actions: 100_000) {
      observe(100, &$0) { store, tally in
        store.subscribe(removeDuplicates: .equal { $0.selected }) { tally.add($0.count) }
      }
    },
    Workload("W4k", "… removed by a key path", actions: 50_000) {
      observe(100, &$0) { store, tally in
        store.subscribe(removeDuplicates: .equal { $0[keyPath: \.selected] }) { tally.add($0.count) }
      }
    },
  ]

  private static func observe(
    _ count: Int, _ meter: inout Meter, _ subscribe: (SampleStore, Tally) -> StoreSubscription
  ) {
    let (store, tally) = (SampleStore.make(), Tally())
    let tokens = (0..<count).map { _ in subscribe(store, tally) }
    meter.measureActions(of: store)
    precondition(tally.calls >= count)
    withExtendedLifetime(tokens) {}
  }
}
