import Puredux

// ROW, SORT, GL: observed elements and lists of a large ordered state.
extension Workload {
  static let rows: [Workload] =
    [("10", 10), ("10k", 10_000)].map(changeObserved) + [1, 10, 100].map(sortOften) + [
      Workload("ROW-other", "10,000 of 100,000 elements observed, another changes", actions: 100_000) { meter in
        let (store, tally) = (makeList(100_000), Tally())
        let tokens = observe(10_000, of: store, tally)
        measure(store, &meter) { .touch(10_000 + $0 % 1_000) }
        withExtendedLifetime(tokens) {}
      },
      Workload("ROW-none", "… an action that changes no element", actions: 200_000) { meter in
        let (store, tally) = (makeList(100_000), Tally())
        let tokens = observe(10_000, of: store, tally)
        measure(store, &meter) { _ in .count }
        withExtendedLifetime(tokens) {}
      },
      Workload("SORT-100k", "100,000 rows sorted by a number, one changes its place", actions: 20_000) { meter in
        let (store, tally) = (makeList(100_000), Tally())
        let rows = store.rows({ $0.rows }, by: { $0.count })
        let token = rows.observe { _, changes in tally.add(changes?.count ?? 0) }
        measure(store, &meter) { .rank($0 &* 7_919 % 100_000, $0 &* 104_729 % 100_000) }
        precondition(tally.sum >= meter.actions)
        withExtendedLifetime(token) {}
      },
    ]

  private static func changeObserved(_ name: String, _ observed: Int) -> Workload {
    Workload("ROW-\(name)", "\(observed) of 100,000 elements observed, one changes", actions: 100_000) { meter in
      let (store, tally) = (makeList(100_000), Tally())
      let tokens = observe(observed, of: store, tally)
      // The same ten in both cases, so that both use the processor's caches alike.
      measure(store, &meter) { .touch($0 % 10) }
      precondition(tally.calls >= meter.actions)
      withExtendedLifetime(tokens) {}
    }
  }

  private static func sortOften(_ lists: Int) -> Workload {
    Workload(
      "GL-\(lists)", "\(lists) sorted lists of the same 20,000 rows, one changes its place", actions: 20_000 / lists
    ) { meter in
      let (store, tally) = (makeList(20_000), Tally())
      let tokens = (0..<lists).map { list in
        store.rows({ $0.rows }, by: { $0.count ^ list }).observe { _, changes in tally.add(changes?.count ?? 0) }
      }
      measure(store, &meter) { .rank($0 &* 7_919 % 20_000, $0 &* 104_729 % 20_000) }
      precondition(tally.sum >= meter.actions * lists)
      withExtendedLifetime(tokens) {}
    }
  }

  private static func measure(
    _ store: ListStore, _ meter: inout Meter, _ action: (_ number: Int) -> ListAction
  ) {
    func perform(_ actions: Int) {
      for number in 0..<actions { store.dispatch(action(number)) }
      wait(for: { await store.settled() })
    }
    perform(max(1, meter.actions / 10))
    meter.measure(perform)
  }

  private static func observe(_ count: Int, of store: ListStore, _ tally: Tally) -> [StoreSubscription] {
    (0..<count).map { id in store.element(\.rows, id: id).subscribe { tally.add($0?.count ?? 0) } }
  }

  private static func makeList(_ count: Int) -> ListStore {
    let rows = (0..<count).map { ListRow(id: $0, count: $0 &* 7_919 % count) }
    return ListStore(List(rows: OrderedState(rows))) { list, action in
      switch action {
      case .count: list.count += 1
      case .touch(let id): list.rows[id: id]?.isDone.toggle()
      case .rank(let id, let count): list.rows[id: id]?.count = count
      }
    }
  }
}

private typealias ListStore = StateStore<List, ListAction>

private struct List: Sendable {
  var rows: OrderedState<ListRow>
  var title = "a title that is too long for a small string"
  var count = 0
}

private struct ListRow: Identifiable, Sendable {
  var id: Int
  var title = "a row"
  var isDone = false
  var count = 0
}

private enum ListAction: Sendable {
  case count
  case touch(Int)
  case rank(Int, Int)
}
