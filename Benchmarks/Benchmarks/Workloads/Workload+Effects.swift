import Dispatch
import Puredux

// W2-idle, W10: idle effects, effects that all run at once, and effects that run one after another.
extension Workload {
  static let effects: [Workload] = [
    Workload("W2-idle", "one thread, an attached effect that has nothing to do", actions: 1_000_000) { meter in
      let store = StateStore<Jobs, Jobs.Action>(Jobs(), reducer: Jobs.reduce)
        .effect({ $0.single }) { _, dispatch in Effect { dispatch(.other) } }
      measureRest(&meter, store)
    },
    Workload("W2-idle4", "… one of each form, the collection of 1,000 states", actions: 1_000_000) { meter in
      let store = StateStore<Jobs, Jobs.Action>(
        Jobs(collection: (0..<1_000).map { _ in .idle() }), reducer: Jobs.reduce
      )
      .effect({ $0.single }) { _, dispatch in Effect { dispatch(.other) } }
      .effect(toggle: { $0.single.isInProgress }) { _, dispatch in Effect { dispatch(.other) } }
      .effect(onChange: { $0.collection.count }) { _, dispatch in Effect { dispatch(.other) } }
      .effect(collection: { $0.collection }) { _, _, dispatch in Effect { dispatch(.other) } }
      measureRest(&meter, store)
    },
    Workload("W10", "10,000 effects of a collection at once", actions: 10_000) { allAtOnce(&$0, { _ in .count }) },
    Workload("B2-tasks", "… 10,000 bare tasks at once, each of which returns to a queue", actions: 10_000) {
      tasks(&$0)
    },
    Workload("W10r-1k", "1,000 at once, each result removes its own state", actions: 1_000) {
      allAtOnce(&$0, Jobs.Action.remove)
    },
    Workload("W10r-10k", "10,000 at once, each result removes its own state", actions: 10_000) {
      allAtOnce(&$0, Jobs.Action.remove)
    },
    Workload("W10t", "one effect after another, each started by the last", actions: 20_000) { oneAfterAnother(&$0) },
    Workload("B2-chain", "… a queue that starts a task that returns to the queue", actions: 20_000) { chain(&$0) },
  ]

  private struct Jobs: Sendable {
    var single = Effect.State.idle()
    var collection: [Effect.State] = []
    var count = 0

    enum Action: Sendable {
      case start(Int)
      case restart
      case count
      case remove(Identity)
      case other
    }

    static let reduce: Reducer<Jobs, Action> = { state, action in
      switch action {
      case .start(let count): state.collection = (0..<count).map { _ in .running() }
      case .restart:
        state.count += 1
        state.single.restart()
      case .count: state.count += 1
      case .remove(let id):
        state.count += 1
        if let index = state.collection.firstIndex(where: { $0.id == id }) { state.collection.remove(at: index) }
      case .other: state.count &+= 1
      }
    }
  }

  private static func measureRest(_ meter: inout Meter, _ store: StateStore<Jobs, Jobs.Action>) {
    for _ in 0..<max(1, meter.actions / 10) { store.dispatch(.other) }
    wait(for: { await store.settled() })
    meter.measure { actions in
      for _ in 0..<actions { store.dispatch(.other) }
      wait(for: { await store.settled() })
    }
  }

  private static func allAtOnce(_ meter: inout Meter, _ result: @escaping @Sendable (Identity) -> Jobs.Action) {
    let (goal, answer) = (meter.actions, Answer.sleeping)
    meter.measureMedian {
      let store = StateStore(Jobs(), reducer: Jobs.reduce)
      store.effect(collection: { $0.collection }) { _, job, dispatch in Effect { dispatch(result(job.id)) } }
      let token = store.subscribe { if $0.count == goal { answer.give() } }
      store.waitUntilSettled()
      return (store, token)
    } _: { subject, actions in
      subject.0.dispatch(.start(actions))
      answer.wait()
    }
  }

  private static func oneAfterAnother(_ meter: inout Meter) {
    let (store, goal, answer) = (StateStore(Jobs(), reducer: Jobs.reduce), meter.actions, Answer.sleeping)
    store.effect({ $0.single }) { state, dispatch in
      Effect { if state.count < goal { dispatch(.restart) } else { answer.give() } }
    }
    wait(for: { await store.settled() })
    meter.measure { _ in
      store.dispatch(.restart)
      answer.wait()
    }
  }

  private static func tasks(_ meter: inout Meter) {
    let (goal, answer) = (meter.actions, Answer.sleeping)
    meter.measureMedian {
      (DispatchQueue(label: "baseline", qos: .userInteractive), Confined(Sample()))
    } _: { subject, actions in
      let (queue, state) = subject
      queue.async {
        for _ in 0..<actions {
          Task {
            queue.async {
              state.value.reduce(.add(1))
              if state.value.count == goal { answer.give() }
            }
          }
        }
      }
      answer.wait()
    }
  }

  private static func chain(_ meter: inout Meter) {
    let (queue, state) = (DispatchQueue(label: "baseline", qos: .userInteractive), Confined(Sample()))
    let (goal, answer) = (meter.actions, Answer.sleeping)
    @Sendable func next() {
      queue.async {
        state.value.reduce(.add(1))
        let isOver = state.value.count == goal
        Task { if isOver { answer.give() } else { next() } }
      }
    }
    meter.measure { _ in
      next()
      answer.wait()
    }
  }
}
