import PureduxEffects
import PureduxTesting
import Testing

/// The execution of decisions, with tasks that begin as soon as they are started.
struct SupervisorTests {
  private let lab = Lab()

  private func promptly<Result>(_ make: () -> Result) -> Result {
    lab.context { StoreContext.with({ $0.beginTasksPromptly() }, operation: make) }
  }

  private func promptStore() -> StateStore<Job, Job.Action> {
    promptly { StateStore(Job(), runner: lab.runner, reducer: Job.reduce) }
  }

  /// Work that waits until it is cancelled, or for a second.
  private func work(_ name: String, _ begin: @escaping @Sendable () -> Void = {}) -> Effect {
    Effect { [lab] in
      lab.log.record("begin \(name)")
      begin()
      try? await StoreContext.current.clock.sleep(.seconds(1))
      lab.log.record(Task.isCancelled ? "stop \(name)" : "end \(name)")
    }
  }

  @Test func `the old run is stopped before the new one starts`() {
    let store = promptStore()
    store.effect(\.job) { [self] state, _ in work("\(state.other)") }
    for action in [Job.Action.run, .other, .restart] {
      store.dispatch(action)
      lab.runner.runUntilIdle()
    }
    #expect(lab.log.values == ["begin 0", "stop 0", "begin 1"])
    lab.advance(.seconds(1))
    #expect(lab.log.values.last == "end 1")
  }

  @Test func `a task that is stopped while it is being started is cancelled`() {
    let (store, group) = (promptStore(), Guarded<StoreSubscription?>(nil))
    let token = store.effects { store in
      store.effect(\.job) { [self] _, _ in work("it") { group.take()?.cancel() } }
    }
    group.withLock { $0 = token }
    store.dispatch(.run)
    lab.runner.runUntilIdle()
    #expect(lab.log.values == ["begin it", "stop it"])
    #expect(lab.clock.sleeperCount == 0)
  }

  @Test func `work admitted while its neighbors are being started is stopped`() {
    let store = promptly { StateStore(Screen(), runner: lab.runner, reducer: Screen.reduce) }
    let gate = Guarded<CheckedContinuation<Void, Never>?>(nil)
    store.effect(collection: \.jobs, limit: 1) { [self] state, job, _ in
      switch state.jobs.firstIndex(of: job) {
      case 0: return Effect { await withCheckedContinuation { next in gate.withLock { $0 = next } } }
      case 1: return work("second")
      default:
        // The first run ends while the third is created.
        gate.take()?.resume()
        return Effect {}
      }
    }
    store.dispatch(.jobs { $0 = [.running(), .running(), .running()] })
    lab.runner.runUntilIdle()
    store.dispatch(.jobs { $0[1].cancel() })
    lab.runner.runUntilIdle()
    #expect(lab.log.values == ["begin second", "stop second"])
  }

  @Test func `work that times out while it is being started is stopped`() {
    let store = promptStore()
    store.effect(\.job) { [self] _, _ in
      Effect(timeout: .seconds(1)) {
        lab.clock.advance(by: .seconds(1))
        lab.log.record("too long")
        try? await StoreContext.current.clock.sleep(.seconds(1))
        lab.log.record(Task.isCancelled ? "stop" : "end")
      } onTimeout: {
      }
    }
    store.dispatch(.run)
    lab.runner.runUntilIdle()
    #expect(lab.log.values == ["too long", "stop"])
  }
}
