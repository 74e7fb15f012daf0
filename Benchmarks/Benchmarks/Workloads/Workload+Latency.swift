import Puredux

// W8, W15: one action at a time, and the time until it has taken effect.
extension Workload {
  static let latency: [Workload] =
    wakingBaselines + [
      Workload("W8", "one action, until the observer is called, spinning", actions: 100_000) {
        roundTrips(&$0, .spinning)
      },
      Workload("W8s", "… asleep", actions: 50_000) { roundTrips(&$0, .sleeping) },
      Workload("W8p", "… on one core", actions: 50_000) { $0.pinned { roundTrips(&$0, .sleeping) } },
      Workload("W8m", "… main runner, from the main thread", actions: 1_000_000) { meter in
        let tally = Tally()
        let store = StateStore<Sample, SampleAction>(Sample(), runner: .main) { $0.reduce($1) }
        let token = store.subscribe { tally.add($0.count) }
        meter.measure { for _ in 0..<$0 { store.dispatch(.add(1)) } }
        precondition(tally.calls >= meter.actions)
        withExtendedLifetime(token) {}
      },
      Workload("W15", "await send", actions: 50_000) { sends(&$0) },
      Workload("W15p", "… on one core", actions: 50_000) { $0.pinned { sends(&$0) } },
    ]

  private static func roundTrips(_ meter: inout Meter, _ answer: Answer) {
    let store = SampleStore.make()
    let token = store.subscribe { _ in answer.give() }
    answer.wait()
    meter.measureRoundTrips(answer) { store.dispatch(.add(1)) }
    withExtendedLifetime(token) {}
  }

  private static func sends(_ meter: inout Meter) {
    let store = SampleStore.make()
    store.waitUntilSettled()
    meter.measureLatencies { actions in
      wait {
        var latencies: [UInt64] = []
        latencies.reserveCapacity(actions)
        for _ in 0..<actions { latencies.append(await time { await store.send(.add(1)) }) }
        return latencies
      } ?? []
    }
  }
}
