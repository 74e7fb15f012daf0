import PureduxEffects
import PureduxTesting
import Testing

/// Effects that are attached to a projection of another store.
struct ProjectionEffectTests {
  private let lab = Lab()

  private func store() -> StateStore<Job, Job.Action> { lab.store(Job(), reducer: Job.reduce) }

  @Test func `effects of a projection continue while its base exists, and end with it`() {
    var store: StateStore? = store()
    store?.map(state: { $0.job }).effect(\.self) { [lab] _, dispatch in
      Effect {
        lab.log.record("began")
        try? await StoreContext.current.clock.sleep(.seconds(10))
        lab.log.record(Task.isCancelled ? "cancelled" : "went on")
        dispatch(.result(1))
      }
    }
    store?.dispatch(.run)
    lab.advance(.seconds(10))
    #expect(store?.state.results == [1])
    store?.dispatch(.restart)
    lab.settle()
    store = nil
    lab.settle()
    #expect(lab.log.values == ["began", "went on", "began", "cancelled"])
  }

  @Test func `a projection's postponed effect is re-evaluated, although the projection is not retained`() {
    let store = store()
    let isReady = Recorder<Bool>()
    store.map(state: { $0.job }).effect(\.self) { [lab] _, dispatch in
      lab.log.record("asked")
      if isReady.values.isEmpty {
        // The state changes while the effect is being created, so the effect was created from an older state.
        isReady.record(true)
        dispatch(.other)
        lab.runner.runUntilIdle()
        return .postpone
      }
      return Effect { dispatch(.result(1)) }
    }
    store.dispatch(.run)
    lab.settle()
    #expect(store.state.results == [1])
    #expect(lab.log.values == ["asked", "asked"])
  }

  @Test func `an effect attached through any kind of Store is attached to the underlying store`() {
    func attach(_ store: some Store<Job, Job.Action>) {
      store.effect(\.job) { _, dispatch in Effect { dispatch(.result(1)) } }
    }
    let store = store()
    attach(store)
    let opened: any Store<Job, Job.Action> = store
    opened.effect(onChange: \.other) { _, dispatch in Effect { dispatch(.result(2)) } }
    store.dispatch(.run)
    lab.settle()
    store.dispatch(.other)
    lab.settle()
    #expect(store.state.results == [1, 2])
  }
}
