import Dispatch
import Foundation
import LockBaseline
import PureduxCore

extension Workload {
  static let baselines: [Workload] = [lock, queue, queueFourThreads, actor, closures]
  /// Measured next to the workloads that are compared with them, because the time to wake a thread varies.
  static let wakingBaselines: [Workload] = [queueSpinning, queuePinned]

  private static let lock = Workload("B1", "a lock around a state and a reducer", actions: 1_000_000) { meter in
    let store = LockedStore<Sample, SampleAction>(Sample()) { $0.reduce($1) }
    meter.measure { actions in for _ in 0..<actions { store.dispatch(.add(1)) } }
    precondition(store.current().count == meter.actions)
  }

  private static let queue = Workload("B2", "one DispatchQueue.async for each action", actions: 1_000_000) { meter in
    let (queue, state) = (DispatchQueue(label: "baseline", qos: .userInteractive), Confined(Sample()))
    meter.measure { actions in
      for _ in 0..<actions { queue.async { state.value.reduce(.add(1)) } }
      queue.sync {}
    }
    precondition(state.value.count == meter.actions)
  }

  private static let queueFourThreads = Workload("B2-4", "… from 4 threads", actions: 1_000_000) { meter in
    let (queue, state) = (DispatchQueue(label: "baseline", qos: .userInteractive), Confined(Sample()))
    meter.measure { actions in
      onThreads(4, actions / 4) { queue.async { state.value.reduce(.add(1)) } }
      queue.sync {}
    }
  }

  private static let queueSpinning = Workload("B2-spin", "… one at a time, spinning", actions: 100_000) {
    queueRoundTrips(&$0, .spinning)
  }

  private static let queuePinned = Workload("B2-pinned", "… one at a time, on one core", actions: 50_000) {
    $0.pinned { queueRoundTrips(&$0, .sleeping) }
  }

  private static func queueRoundTrips(_ meter: inout Meter, _ answer: Answer) {
    let (queue, state) = (DispatchQueue(label: "baseline", qos: .userInteractive), Confined(Sample()))
    meter.measureRoundTrips(answer) {
      queue.async {
        state.value.reduce(.add(1))
        answer.give()
      }
    }
  }

  private static let actor = Workload("B3", "one await of an actor for each action", actions: 200_000) { meter in
    let state = SampleActor()
    meter.measure { actions in wait { for _ in 0..<actions { await state.reduce(.add(1)) } } }
  }

  private static let closures = Workload("B4", "a loop that calls 100 closures with the state", actions: 200_000) {
    let (tally, state) = (Tally(), Confined(Sample()))
    let observers = Confined((0..<100).map { _ in { (state: Sample) in tally.add(state.count) } })
    $0.measure { actions in
      for _ in 0..<actions {
        state.value.reduce(.add(1))
        let current = state.value
        for observer in observers.value { observer(current) }
      }
    }
    precondition(tally.calls == 100 * $0.actions)
  }
}

private actor SampleActor {
  private var state = Sample()
  func reduce(_ action: SampleAction) { state.reduce(action) }
}
