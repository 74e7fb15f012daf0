import Puredux

// F, GF: effects of features, which are parts of one state.
extension Workload {
  static let features: [Workload] = [
    Workload("F-none", "a state of 50 features, 7,600 bytes, with one observer", actions: 200_000) { meter in
      let store = StateStore<Site, Feed.Action>(Site()) { $0.reduce($1) }
      let token = store.subscribe { _ in }
      measureRest(&meter, store)
      withExtendedLifetime(token) {}
    },
    Workload("F-idle", "… with 150 effects of its features that have nothing to do", actions: 200_000) { meter in
      measureRest(&meter, StateStore(feature: Site()) { $0.reduce($1) })
    },
    Workload("F-attach", "… a store of it, whose 150 effects are attached", actions: 2_000) { meter in
      var stores: [StateStore<Site, Feed.Action>] = []
      stores.reserveCapacity(meter.actions)
      let site = Site()
      meter.measure { for _ in 0..<$0 { stores.append(StateStore(feature: site) { $0.reduce($1) }) } }
    },
    Workload("F-parts", "10,000 features of a list, an action that touches none", actions: 1_000_000) { meter in
      let store = makeList()
      store.dispatch(.fill(10_000))
      perform(.other, store, times: max(1, meter.actions / 10))
      meter.measure { perform(.other, store, times: $0) }
    },
    Workload("F-push", "… one is appended, works, and is removed", actions: 20_000) { meter in
      appendAndRemove(&meter, makeList())
    },
    Workload("FOR-push", "… the same element with an effect of `forEach`", actions: 20_000) { meter in
      let store = StateStore<List, List.Action>(List()) { $0.reduce($1) }
        .effect(forEach: { $0.feeds }, job: { $0.loading }) { _, _ in rest }
      appendAndRemove(&meter, store)
    },
  ]

  /// One size of the same work: one feature of a list changes, and all have idle effects.
  static func changeOneOfManyParts(_ meter: inout Meter, _ count: Int) {
    let store = makeList()
    store.dispatch(.fill(count))
    perform(.change(0), store, times: max(1, meter.actions / 10))
    meter.measure { perform(.change(0), store, times: $0) }
  }

  /// A feature of 152 bytes.
  private struct Feed: Feature, Identifiable {
    enum Action: Sendable { case other }

    var id = 0
    var count = 0
    var title = "feed"
    var loading = Effect.State.idle()
    var saving = Effect.State.idle()
    var syncing = Effect.State.idle()

    static let effects: Effects = [
      .effect(\.loading, name: "load") { _, _ in rest },
      .effect(\.saving, name: "save") { _, _ in Effect {} },
      .effect(\.syncing, name: "sync") { _, _ in Effect {} },
    ]
  }

  /// Work that ends when it is cancelled.
  private static var rest: Effect { Effect { try? await Task.sleep(for: .seconds(60)) } }

  private struct Section: Feature {
    typealias Action = Feed.Action
    var a = Feed(), b = Feed(), c = Feed(), d = Feed(), e = Feed()

    static let effects: Effects = [
      .part(\.a) { $0 }, .part(\.b) { $0 }, .part(\.c) { $0 }, .part(\.d) { $0 }, .part(\.e) { $0 },
    ]
  }

  private struct Site: Feature {
    typealias Action = Feed.Action
    var a = Section(), b = Section(), c = Section(), d = Section(), e = Section()
    var f = Section(), g = Section(), h = Section(), i = Section(), j = Section()

    mutating func reduce(_ action: Action) { a.a.count &+= 1 }

    static let effects: Effects = [
      .part(\.a) { $0 }, .part(\.b) { $0 }, .part(\.c) { $0 }, .part(\.d) { $0 }, .part(\.e) { $0 },
      .part(\.f) { $0 }, .part(\.g) { $0 }, .part(\.h) { $0 }, .part(\.i) { $0 }, .part(\.j) { $0 },
    ]
  }

  private struct List: Feature {
    enum Action: Sendable { case fill(Int), change(Int), push, pop, other, feed(Int, Feed.Action) }

    var feeds: OrderedState<Feed> = []
    var count = 0

    mutating func reduce(_ action: Action) {
      switch action {
      case .fill(let count): feeds = OrderedState((0..<count).map { Feed(id: $0 &* 7_919) })
      case .change(let id): feeds[id: id]?.count &+= 1
      case .push: feeds.append(Feed(id: -1, loading: .running()))
      case .pop: feeds.remove(id: -1)
      case .other, .feed: count &+= 1
      }
    }

    static let effects: Effects = [.parts(\.feeds, Action.feed)]
  }

  private static func makeList() -> StateStore<List, List.Action> { StateStore(feature: List()) { $0.reduce($1) } }

  private static func measureRest(_ meter: inout Meter, _ store: StateStore<Site, Feed.Action>) {
    func perform(_ times: Int) {
      for _ in 0..<times { store.dispatch(.other) }
      wait(for: { await store.settled() })
    }
    perform(max(1, meter.actions / 10))
    meter.measure { perform($0) }
  }

  private static func appendAndRemove(_ meter: inout Meter, _ store: StateStore<List, List.Action>) {
    func perform(_ times: Int) {
      for _ in 0..<times {
        store.dispatch(.push)
        store.dispatch(.pop)
      }
      wait(for: { await store.settled() })
    }
    store.dispatch(.fill(1_000))
    perform(max(1, meter.actions / 10))
    meter.measure { perform($0) }
  }

  private static func perform(_ action: List.Action, _ store: StateStore<List, List.Action>, times: Int) {
    for _ in 0..<times { store.dispatch(action) }
    wait(for: { await store.settled() })
  }
}
