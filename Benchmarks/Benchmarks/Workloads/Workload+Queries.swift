import Puredux
import PureduxQuery

// Q: the cost of server state: an unrelated action, uses, invalidations, responses and pending changes.
extension Workload {
  static let queries: [Workload] =
    [
      unrelated("Q-idle", "queries with a send and a fetch attached, an unrelated action", entries: 0),
      unrelated("Q-10k", "… 10,000 entries", entries: 10_000),
      unrelated("Q-10k-used", "… all of them in use and observed", entries: 10_000, areObserved: true),
      Workload("Q-use", "a key gets its first user, which the state is told of", actions: 1_000) { meter in
        meter.measureMedian {
          SampleShop.make(entries: 1_000)
        } _: { shop, actions in
          let uses = (0..<actions).map { shop.products.use($0) }
          settle(shop.store)
          withExtendedLifetime(uses) {}
        }
      },
      Workload("Q-observe", "… by an observer of its store", actions: 1_000) { meter in
        meter.measureMedian {
          SampleShop.make(entries: 1_000)
        } _: { shop, actions in
          let tokens = (0..<actions).map { shop.products[$0].subscribe { _ in } }
          settle(shop.store)
          withExtendedLifetime(tokens) {}
        }
      },
      Workload("Q-users", "a key gets one user more", actions: 100_000) { meter in
        let shop = SampleShop.make(entries: 1)
        let first = shop.products.use(0)
        settle(shop.store)
        meter.measure { actions in
          let uses = (0..<actions).map { _ in shop.products.use(0) }
          settle(shop.store)
          withExtendedLifetime(uses) {}
        }
        first.cancel()
      },
      invalidated("Q-tag-1k", "a tag of 1,000 used entries is invalidated, each", entries: 1_000),
      invalidated("Q-tag-100k", "… among 100,000", entries: 100_000),
      Workload("Q-tag-idle", "a tag of 1,000 entries of which none is in use", actions: 100_000) { meter in
        var state = SampleShop.state(entries: 1_000)
        meter.measure { actions in for _ in 0..<actions { state.invalidate(tags: ["hot"]) } }
      },
      answered("Q-answer-1k", "a used entry of 1,000 is invalidated and answered, reducer alone", entries: 1_000),
      answered("Q-answer-100k", "… of 100,000", entries: 100_000),
      changed("Q-change-1k", "a change after 99 is added and the first confirmed, 1,000 entries", entries: 1_000),
      changed("Q-change-100k", "… 100,000 entries", entries: 100_000),
      Workload("Q-rebase", "an entry with 100 pending changes is answered", actions: 10_000) { meter in
        var state = SampleShop.state(entries: 1_000)
        for _ in 0..<100 { state.add(SampleLike(product: 0)) }
        state.reduce(.use(0, true, number: 1))
        meter.measure { actions in
          for number in 0..<actions {
            state.invalidate([0])
            state.reduce(.answered(0, SampleProduct(price: number), ["hot"]))
          }
        }
      },
    ] + pendingGrowth

  /// Many pending changes of one key, as after an evening offline. The time is that of one change.
  private static var pendingGrowth: [Workload] {
    [1_000, 8_000].flatMap { count -> [Workload] in
      let size = "\(count / 1_000)k"
      return [
        Workload("GPA-\(size)", "\(count) changes of one key are added, each", actions: count) { meter in
          var state = SampleShop.state(entries: 1)
          meter.measure(actions: count) { for _ in 0..<count { state.add(SampleLike(product: 0)) } }
        },
        Workload("GPC-\(size)", "… and confirmed in order by a reducer, each", actions: count) { meter in
          var state = SampleShop.state(entries: 1)
          let ids = (0..<count).map { _ in state.add(SampleLike(product: 0)) }
          meter.measure(actions: count) { for id in ids { state.reduce(.confirmed(id, [])) } }
          precondition(state.pending.isEmpty)
        },
        Workload("GPS-\(size)", "… by actions of a store, each", actions: count) { meter in
          let shop = SampleShop.make(entries: 1, sending: false)
          for _ in 0..<count { shop.store.dispatch(.products(.add(SampleLike(product: 0)))) }
          settle(shop.store)
          let ids = shop.store.state.products.pending.map(\.id)
          meter.measure(actions: count) {
            for id in ids { shop.store.dispatch(.products(.confirmed(id, []))) }
            settle(shop.store)
          }
          precondition(shop.store.state.products.pending.isEmpty)
        },
      ]
    }
  }

  private static func unrelated(_ name: String, _ title: String, entries: Int, areObserved: Bool = false) -> Workload {
    Workload(name, title, actions: 1_000_000) { meter in
      let shop = SampleShop.make(entries: entries)
      let tokens = areObserved ? (0..<entries).map { shop.products[$0].subscribe { _ in } } : []
      for _ in 0..<max(1, meter.actions / 10) { shop.store.dispatch(.other) }
      settle(shop.store)
      meter.measure { actions in
        for _ in 0..<actions { shop.store.dispatch(.other) }
        settle(shop.store)
      }
      withExtendedLifetime(tokens) {}
    }
  }

  /// As many entries as there are actions have the tag and are in use; the fetches that begin receive no response.
  private static func invalidated(_ name: String, _ title: String, entries: Int) -> Workload {
    Workload(name, title, actions: 1_000) { meter in
      let count = meter.actions
      meter.measureMedian {
        let shop = SampleShop.make(entries: entries, hot: count)
        let uses = (0..<count).map { shop.products.use($0) }
        settle(shop.store)
        return (shop, uses)
      } _: { subject, _ in
        subject.0.store.dispatch(.products(.invalidate(["hot"])))
        settle(subject.0.store)
      }
    }
  }

  private static func answered(_ name: String, _ title: String, entries: Int) -> Workload {
    Workload(name, title, actions: 100_000) { meter in
      var state = SampleShop.state(entries: entries)
      for key in 0..<1_000 { state.reduce(.use(key, true, number: UInt64(key) + 1)) }
      meter.measure { actions in
        for number in 0..<actions {
          state.invalidate([number % 1_000])
          state.reduce(.answered(number % 1_000, SampleProduct(price: number), ["hot"]))
        }
      }
    }
  }

  private static func changed(_ name: String, _ title: String, entries: Int) -> Workload {
    Workload(name, title, actions: 10_000) { meter in
      var state = SampleShop.state(entries: entries)
      for key in 0..<99 { state.add(SampleLike(product: key)) }
      meter.measure { actions in
        for number in 0..<actions {
          state.add(SampleLike(product: (number + 99) % 1_000))
          state.reduce(.confirmed(state.pending[0].id, []))
        }
      }
    }
  }

  private static func settle(_ store: StateStore<SampleShop, SampleShop.Action>) {
    wait(for: { await store.settled() })
  }
}

private struct SampleProduct: Sendable {
  var price = 1
  var likes = 0
}

private struct SampleLike: PendingChange {
  let product: Int
  var keys: [Int] { [product] }
  func apply(to value: inout SampleProduct, of key: Int) { value.likes |= 1 }
}

private struct SampleShop: Sendable {
  enum Action: Sendable {
    case products(EditableQueryAction<SampleLike>)
    case other
  }

  var products: EditableQueryState<SampleLike>
  var count = 0

  /// The first entries have the tag `hot`, the others another tag. No entry becomes stale by age.
  static func state(entries: Int, hot: Int = 1_000) -> EditableQueryState<SampleLike> {
    var state = EditableQueryState<SampleLike>(QueryPolicy(staleAfter: nil, keepUnused: nil))
    for key in 0..<entries { state.set(SampleProduct(), for: key, tags: [key < hot ? "hot" : "cold"]) }
    return state
  }

  static func make(
    entries: Int, hot: Int = 1_000, sending: Bool = true
  ) -> (store: StateStore<SampleShop, Action>, products: EditableStoreQueries<SampleLike, Action>) {
    let store = StateStore<SampleShop, Action>(SampleShop(products: state(entries: entries, hot: hot))) {
      switch $1 {
      case .products(let action): $0.products.reduce(action)
      case .other: $0.count &+= 1
      }
    }
    let products = store.queries({ $0.products }, action: Action.products) { _ in
      // Waits until the store was released.
      try await StoreContext.current.clock.sleep(.seconds(3600))
      return SampleProduct()
    } send: { _, _ in
      // Without sending, only the workload confirms changes.
      if !sending { try await StoreContext.current.clock.sleep(.seconds(3600)) }
      return [:]
    }
    return (store, products)
  }
}
