import PureduxEffects
import PureduxTesting
import Testing

/// How decisions are carried out, where a task begins in the very moment in which it is started.
struct SupervisorTests {
  private let lab = Lab()

  private func promptStore() -> StateStore<Job, Job.Action> {
    lab.context {
      StoreContext.with({ $0.taskExecutor = PromptExecutor() }) {
        StateStore(Job(), runner: lab.runner, reducer: Job.reduce)
      }
    }
  }

  /// Work that waits until it is told to stop, or for a second.
  private func work(_ name: String, _ begin: @escaping @Sendable () -> Void = {}) -> Effect {
    Effect { [lab] in
      lab.log.record("begin \(name)")
      begin()
      try? await StoreContext.current.clock.sleep(.seconds(1))
      lab.log.record(Task.isCancelled ? "stop \(name)" : "end \(name)")
    }
  }

  @Test func `the old run is told to stop before the new one starts`() {
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

  @Test func `a task that is stopped while it is being started is told so`() {
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
}
