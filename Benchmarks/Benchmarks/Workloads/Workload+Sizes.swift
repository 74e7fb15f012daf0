import Puredux

// GS, GC, MEM: states that are large inline, children of many elements, and the memory of observers and selectors.
extension Workload {
  static let sizes: [Workload] = [
    inline("64", SIMD8<UInt64>.self), inline("1k", Twice<SIMD64<UInt64>>.self),
    inline("16k", Twice<Twice<Twice<Twice<Twice<SIMD64<UInt64>>>>>>.self),
    inline("64k", Twice<Twice<Twice<Twice<Twice<Twice<Twice<SIMD64<UInt64>>>>>>>>.self), children("10", of: 10),
    children("1k", of: 1_000), children("10k", of: 10_000),
    memory("observer", "one more observer") { store in store.subscribe { _ in } },
    memory("selector", "one more selector with an observer") { store in
      (store.select({ $0.count }) { $0 + 1 }.subscribe { _ in })
    },
  ]

  private static func inline<Value: Blank>(_ name: String, _: Value.Type) -> Workload {
    Workload("GS-\(name)", "a state of \(name) bytes inline, one observer", actions: 100_000) { meter in
      let tally = Tally()
      let store = StateStore<Inline<Value>, Int>(Inline(value: Value())) { $0.count &+= $1 }
      let token = store.subscribe { tally.add($0.count) }
      store.waitUntilSettled()
      meter.measure { actions in
        for _ in 0..<actions { store.dispatch(1) }
        store.waitUntilSettled()
      }
      precondition(tally.calls > meter.actions)
      withExtendedLifetime(token) {}
    }
  }

  private static func children(_ name: String, of count: Int) -> Workload {
    Workload("GC-\(name)", "children(of:) of \(name) elements, one in the middle comes or goes", actions: 10_000) {
      meter in
      let store = StateStore<OrderedState<Element>, Int>(OrderedState((0..<count).map { Element(id: $0) })) {
        if $0.remove(id: $1) == nil { $0.insert(Element(id: $1), at: $0.count / 2) }
      }
      let children = store.children(of: { $0 }) { store, _ in store.with(0) { $0 &+= $1 } }
      store.waitUntilSettled()
      meter.measure { actions in
        for _ in 0..<actions { store.dispatch(-1) }
        store.waitUntilSettled()
      }
      precondition(children[0] != nil)
    }
  }

  /// The number of bytes that one more of them retains.
  private static func memory(
    _ name: String, _ title: String, _ make: @escaping @Sendable (SampleStore) -> StoreSubscription
  ) -> Workload {
    Workload("MEM-\(name)", title, actions: 10_000) { meter in
      let store = SampleStore.make()
      var tokens: [StoreSubscription] = []
      tokens.reserveCapacity(meter.actions)
      meter.measure {
        for number in 0..<$0 {
          tokens.append(make(store))
          if number % 50 == 49 { store.waitUntilSettled() }
        }
        store.waitUntilSettled()
      }
      if let peak = meter.counts["peak"] { meter.count("bytes", peak / Double(meter.actions)) }
      withExtendedLifetime(tokens) {}
    }
  }
}

private struct Element: Identifiable, Sendable { let id: Int }

private struct Inline<Value: Sendable>: Sendable {
  var count = 0
  var value: Value
}

private protocol Blank: Sendable { init() }

extension SIMD8<UInt64>: Blank {}
extension SIMD64<UInt64>: Blank {}

private struct Twice<Value: Blank>: Blank {
  var (first, second) = (Value(), Value())
}
