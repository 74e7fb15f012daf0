import Puredux

// PG: one action changes many elements of a large ordered state, compared with the same action without derived state.
extension Workload {
  static let pages: [Workload] =
    [64, 65, 1_000].flatMap { size in
      [
        page(size, "none", "nothing derived") { _, _ in [] },
        page(size, "rows", "sorted rows") { store, tally in
          [store.rows({ $0.rows }, by: { $0.rank }).observe { _, changes in tally.add(changes?.count ?? 0) }]
        },
        page(size, "children", "children of all") { store, _ in
          [store.children(of: \.rows) { parent, _ in parent.with(0) { _, _ in } }]
        },
        page(size, "elements", "1,000 observed") { store, tally in
          (0..<1_000).map { id in
            store.element(\.rows, id: id &* 97 % 100_000).subscribe { tally.add($0?.count ?? 0) }
          }
        },
        Workload("PG-effects-\(short(size))", "… effects of all", actions: actions(size)) { meter in
          measure(makeStore().effect(forEach: { $0.rows }, job: { $0.job }) { _, _ in Effect {} }, size, &meter)
        },
      ]
    }

  private static func page(
    _ size: Int, _ name: String, _ title: String,
    derive: @escaping @Sendable (PageStore, Tally) -> [any Sendable]
  ) -> Workload {
    let title = name == "none" ? "\(size) of 100,000 elements change in one action, \(title)" : "… \(title)"
    return Workload("PG-\(name)-\(short(size))", title, actions: actions(size)) { meter in
      let (store, tally) = (makeStore(), Tally())
      // So that each turn is published, and states are reduced one by one.
      let kept = derive(store, tally) + [store.subscribe(removeDuplicates: .equal { $0.count }) { tally.add($0.count) }]
      measure(store, size, &meter)
      withExtendedLifetime(kept) {}
    }
  }

  private static func actions(_ size: Int) -> Int { size > 100 ? 200 : 1_000 }

  private static func short(_ size: Int) -> String { size == 1_000 ? "1k" : "\(size)" }

  private static func makeStore() -> PageStore {
    let rows = (0..<100_000).map { PageRow(id: $0, rank: $0 &* 7_919 % 100_000) }
    return PageStore(Page(rows: OrderedState(rows))) { page, first in
      if first < 0 { page.size = -first } else { page.change(from: first) }
    }
  }

  private static func measure(_ store: PageStore, _ size: Int, _ meter: inout Meter) {
    store.dispatch(-size)
    func perform(_ actions: Int) {
      for number in 0..<actions { store.dispatch(number + 1) }
      wait(for: { await store.settled() })
    }
    perform(max(1, meter.actions / 10))
    meter.measure(perform)
  }
}

private typealias PageStore = StateStore<Page, Int>

private struct Page: Sendable {
  var rows: OrderedState<PageRow>
  /// The number of elements that one action changes.
  var size = 0
  var count = 0

  /// Changes elements that are far from each other.
  mutating func change(from first: Int) {
    for number in 0..<size { rows[id: (first &+ number) &* 97 % 100_000]?.count &+= 1 }
  }
}

private struct PageRow: Identifiable, Sendable {
  var id: Int
  var title = "a row"
  var rank = 0
  var count = 0
  var job: Effect.State = .idle()
}
