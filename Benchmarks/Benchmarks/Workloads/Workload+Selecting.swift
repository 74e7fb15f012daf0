import Puredux

// SEL: selectors over large parts of a state.
extension Workload {
  static let selecting: [Workload] = [
    Workload("SEL-0", "two parts of 1 M elements, one plain observer", actions: 1_000_000) { meter in
      measureSelectors(&meter) { _, _ in [] }
    },
    Workload("SEL-1", "… and a selector whose one input does not change", actions: 1_000_000) { meter in
      measureSelectors(&meter) { store, tally in
        [store.select({ $0.articles }) { $0.titles.count }.subscribe { tally.add($0) }]
      }
    },
    Workload("SEL-3", "… and a selector whose three inputs do not change", actions: 1_000_000) { meter in
      measureSelectors(&meter) { store, tally in
        let found = store.select({ $0.articles }, { $0.authors }, { $0.search }) {
          $0.titles.count + $1.titles.count + $2.utf8.count
        }
        return [found.subscribe { tally.add($0) }]
      }
    },
    Workload("SEL-100", "a selector with 100 observers on three handles, an input changes", actions: 100_000) { meter in
      let (store, tally, computed) = (makeStore(elements: 1_000), Tally(), Tally())
      let found = store.select({ $0.articles }, { $0.search }) { articles, search in
        computed.add(1)
        return articles.titles.count + search.utf8.count
      }
      let handles = [found, found, found]
      let tokens = (0..<100).map { handles[$0 % 3].subscribe { tally.add($0) } }
      measure(&meter, store, .rename)
      meter.count("computations", Double(computed.calls - 1) / Double(meter.actions + max(1, meter.actions / 10)))
      withExtendedLifetime(tokens) {}
    },
  ]

  /// Titles with a version.
  private struct Titles: Versioned, Equatable, Sendable {
    private(set) var version = Version()
    private(set) var titles: [Int]

    init(count: Int) { titles = Array(0..<count) }

    mutating func rename() {
      titles[titles.count / 2] &+= 1
      version = Version()
    }

    static func == (one: Titles, other: Titles) -> Bool { one.version == other.version || one.titles == other.titles }
  }

  private struct Shelf: Sendable {
    enum Action: Sendable { case visit, rename }

    var articles: Titles
    var authors: Titles
    var search = "a search that is too long for a small string"
    var visits = 0

    mutating func reduce(_ action: Action) {
      switch action {
      case .visit: visits &+= 1
      case .rename: articles.rename()
      }
    }
  }

  private static func makeStore(elements: Int) -> StateStore<Shelf, Shelf.Action> {
    StateStore(Shelf(articles: Titles(count: elements), authors: Titles(count: elements))) { $0.reduce($1) }
  }

  private static func measureSelectors(
    _ meter: inout Meter, _ observe: (StateStore<Shelf, Shelf.Action>, Tally) -> [StoreSubscription]
  ) {
    let (store, tally, computed) = (makeStore(elements: 1_000_000), Tally(), Tally())
    let tokens = [store.subscribe { tally.add($0.visits) }] + observe(store, computed)
    measure(&meter, store, .visit)
    precondition(tally.calls > meter.actions && computed.calls <= 1)
    withExtendedLifetime(tokens) {}
  }

  private static func measure(_ meter: inout Meter, _ store: StateStore<Shelf, Shelf.Action>, _ action: Shelf.Action) {
    func perform(_ times: Int) {
      for _ in 0..<times { store.dispatch(action) }
      wait(for: { await store.settled() })
    }
    perform(max(1, meter.actions / 10))
    meter.measure(perform)
  }
}
