import Dispatch
import Puredux

// GO to GA: the same work at growing sizes. Each budget limits the growth between two neighbours, so that a knee shows.
extension Workload {
  static let growth: [Workload] =
    sizes("GO", [1, 10, 100, 1_000, 10_000, 100_000], "observers") { meter, count in
      let (root, tally) = (SampleStore.make(), Tally())
      let tokens = (0..<count).map { _ in root.subscribe { tally.add($0.count) } }
      meter.measureActions(of: root)
      withExtendedLifetime(tokens) {}
    }
    + sizes("GD", [1, 4, 16, 64], "levels of children, made by code that is generic") { meter, depth in
      descend(from: SampleStore.make(), depth, &meter)
    }
    + sizes("GB", [1, 10, 100, 1_000, 10_000], "observed children") { meter, count in
      let (root, tally) = (SampleStore.make(), Tally())
      let children = (0..<count).map { _ in root.makeChild() }
      let tokens = children.map { $0.subscribe { tally.add($0.0.count) } }
      meter.measureActions(of: root)
      withExtendedLifetime((children, tokens)) {}
    }
    + sizes(
      "GR", [1_000, 100_000, 1_000_000, 10_000_000], "elements of an observed array, one changes", actions: 50_000
    ) {
      meter, count in
      let (root, tally) = (SampleStore.make(values: count), Tally())
      let token = root.subscribe(removeDuplicates: .equal { $0.count }) { tally.add($0.values.count) }
      meter.measureActions(of: root, .set(index: count / 2, to: 1))
      withExtendedLifetime(token) {}
    }
    + sizes("GT", [1, 2, 4, 8, 16], "threads that dispatch", actions: 400_000) { meter, threads in
      let store = SampleStore.make()
      store.perform(times: meter.actions / 10)
      meter.measure { actions in
        onThreads(threads, actions / threads) { store.dispatch(.add(1)) }
        store.waitUntilSettled()
      }
    }
    + sizes("GW", [1_000, 100_000, 10_000_000], "actions that wait") { meter, count in
      let queue = DispatchQueue(label: "growth")
      let store = StateStore<Int, Int>(0, runner: .queue(queue)) { $0 &+= $1 }
      meter.measure(actions: count) {
        queue.suspend()
        for _ in 0..<count { store.dispatch(1) }
        queue.resume()
        store.waitUntilSettled()
      }
    }
    + sizes("GE", [10, 1_000, 100_000], "elements with effects, one changes", actions: 50_000) { meter, count in
      changeOneOfManyEffects(&meter, count)
    }
    + sizes("GF", [10, 10_000], "features of a list, one changes", actions: 50_000) { meter, count in
      changeOneOfManyParts(&meter, count)
    }
    + [
      action(Int8.self, 1), action(SIMD8<UInt8>.self, 8), action(SIMD64<UInt8>.self, 64),
      action(SIMD64<UInt64>.self, 512),
    ]

  /// One row for each size. The rows perform the same number of actions times size, unless `actions` specifies
  /// otherwise.
  private static func sizes(
    _ name: String, _ sizes: [Int], _ unit: String, actions: Int? = nil,
    body: @escaping @Sendable (inout Meter, Int) -> Void
  ) -> [Workload] {
    sizes.map { size in
      Workload("\(name)-\(short(size))", "\(size) \(unit)", actions: actions ?? max(200, 400_000 / size)) {
        body(&$0, size)
      }
    }
  }

  private static func short(_ size: Int) -> String {
    switch size {
    case 1_000_000...: "\(size / 1_000_000)M"
    case 1_000...: "\(size / 1_000)k"
    default: "\(size)"
    }
  }

  private static func descend<State>(
    from store: StateStore<State, SampleAction>, _ depth: Int, _ meter: inout Meter
  ) {
    if depth > 0 { return descend(from: store.makeChild(), depth - 1, &meter) }
    let tally = Tally()
    let token = store.subscribe { _ in tally.add(1) }
    meter.measureActions(of: store)
    withExtendedLifetime(token) {}
  }

  private static func action<Value: SIMD & Sendable>(_: Value.Type, _ size: Int) -> Workload {
    Workload("GA-\(size)", "actions of \(size) bytes", actions: 400_000) { perform(Value(), &$0) }
  }

  private static func action(_: Int8.Type, _ size: Int) -> Workload {
    Workload("GA-\(size)", "actions of \(size) byte", actions: 400_000) { perform(Int8(0), &$0) }
  }

  private static func perform<Action: Sendable>(_ action: Action, _ meter: inout Meter) {
    let store = StateStore<Int, Action>(0) { count, _ in count &+= 1 }
    meter.measure { actions in
      for _ in 0..<actions { store.dispatch(action) }
      store.waitUntilSettled()
    }
  }
}
