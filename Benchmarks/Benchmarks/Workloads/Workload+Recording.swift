import MachineProbes
import Puredux
import PureduxInspector

// R1 to R4: trees that are recorded, and their past.
extension Workload {
  static let recording: [Workload] = [
    Workload("R1", "W2 while it is recorded", actions: 1_000_000) { meter in
      let (store, tally) = (SampleStore.make(), Tally())
      let token = store.subscribe { tally.add($0.count) }
      let recording = store.record(limit: limit)
      meter.measureActions(of: store)
      precondition(recording.lastEvent > meter.actions && tally.calls > meter.actions)
      withExtendedLifetime(token) {}
    },
    changeOneElement("1k", 1_000), changeOneElement("1M", 1_000_000),
    Workload("R3", "actions of a recording of 10,000, in pieces that are awaited", actions: 1_000_000) { meter in
      let store = SampleStore.make()
      meter.measure { actions in
        let recording = store.record(limit: limit)
        for _ in 0..<actions / 1_000 { store.perform(times: 1_000) }
        withExtendedLifetime(recording) {}
      }
      // An action and its record, for each retained action, and one state.
      let kept = (MemoryLayout<SampleAction>.stride + 40) * limit * 3 / 2 + 1_000
      meter.count("peak, in sizes of what may be kept", (meter.counts["peak"] ?? 0) / Double(kept))
    },
    Workload("R4-cold", "the last of 10,000 states, asked first", actions: 100) { meter in
      let recorded = (0..<10).map { _ in recordedStore() }
      meter.measure(actions: recorded.count) {
        for (store, recording) in recorded {
          precondition(recording.state(of: store, after: limit).count == limit)
        }
      }
    },
    Workload("R4-near", "a state next to the one asked last, going back", actions: 10_000) { meter in
      let (store, recording) = recordedStore()
      precondition(recording.state(of: store, after: limit).count == limit)
      meter.measure { actions in
        for event in 1...actions {
          let number = limit - event % limit
          precondition(recording.state(of: store, after: number).count == number)
        }
      }
    },
  ]

  private static let limit = 10_000

  private static func recordedStore() -> (SampleStore, Recording) {
    let store = SampleStore.make()
    // No event may be discarded.
    let recording = store.record(limit: 2 * limit)
    store.perform(times: limit)
    return (store, recording)
  }

  private static func changeOneElement(_ name: String, _ values: Int) -> Workload {
    Workload("R2-\(name)", "W12-\(name) while it is recorded", actions: 50_000) { meter in
      let (root, tally) = (SampleStore.make(values: values), Tally())
      let child = root.makeChild()
      let tokens = [
        child.subscribe { tally.add($0.0.values.count) },
        root.subscribe(removeDuplicates: .equal { $0.count }) { tally.add($0.values.count) },
      ]
      let recording = root.record(limit: limit)
      meter.measureActions(of: root, .set(index: values / 2, to: 1))
      precondition(tally.calls > meter.actions && recording.lastEvent > meter.actions)
      withExtendedLifetime((child, tokens)) {}
    }
  }
}
