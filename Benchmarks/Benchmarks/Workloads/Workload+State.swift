import Dispatch
import Puredux

// W12, W12f, W16, FLIGHT: large states, reading, and memory.
extension Workload {
  static let state: [Workload] =
    [("1k", 1_000), ("100k", 100_000), ("1M", 1_000_000)].map(changeOneElement) + [
      // The form of W12 that every library has: no child, and a filter that lets no state pass.
      Workload("W12f-100k", "change one of 100k elements, a filter observes", actions: 50_000) { meter in
        let (store, tally) = (SampleStore.make(values: 100_000), Tally())
        let token = store.subscribe(removeDuplicates: .equal { $0.title }) { tally.add($0.values.count) }
        meter.measureActions(of: store, .set(index: 50_000, to: 1))
        precondition(tally.calls <= 1)
        withExtendedLifetime(token) {}
      },
      Workload("W16", "read the state", actions: 1_000_000) { meter in
        let (store, tally) = (SampleStore.make(), Tally())
        meter.measure { for _ in 0..<$0 { tally.add(store.state.count) } }
        precondition(tally.calls == meter.actions)
      },
      Workload("FLIGHT", "1 M actions in flight", actions: 1_000_000) { meter in
        let queue = DispatchQueue(label: "flight")
        let store = StateStore<Sample, SampleAction>(Sample(), runner: .queue(queue)) { $0.reduce($1) }
        queue.suspend()
        meter.measure { for _ in 0..<$0 { store.dispatch(.add(1)) } }
        queue.resume()
        store.waitUntilSettled()
        let size = Double(MemoryLayout<SampleAction>.stride * meter.actions)
        meter.count("peak, in sizes of the actions", (meter.counts["peak"] ?? 0) / size)
      },
    ]

  private static func changeOneElement(_ name: String, _ values: Int) -> Workload {
    Workload("W12-\(name)", "change one of \(name) elements, a child and a filter observe", actions: 50_000) { meter in
      let (root, tally) = (SampleStore.make(values: values), Tally())
      let child = root.makeChild()
      let tokens = [
        child.subscribe { tally.add($0.0.values.count) },
        root.subscribe(removeDuplicates: .equal { $0.count }) { tally.add($0.values.count) },
      ]
      meter.measureActions(of: root, .set(index: values / 2, to: 1))
      precondition(tally.calls > meter.actions)
      withExtendedLifetime((child, tokens)) {}
    }
  }
}
