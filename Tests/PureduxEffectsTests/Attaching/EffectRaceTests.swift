import PureduxEffects
import PureduxTesting
import Testing

/// Stops and starts on real threads, of which the test controls only the end.
struct EffectRaceTests {
  struct Race: Sendable {
    var job = Effect.State.idle()
    var restarts = 0
    var late = 0
    var results = 0

    enum Action: Sendable { case restart, cancel, result(Int) }

    mutating func reduce(_ action: Action) {
      switch action {
      case .restart:
        job.restart()
        restarts += 1
      case .cancel: job.cancel()
      case .result(let number):
        results += 1
        if number != restarts || job.isCancelled { late += 1 }
      }
    }
  }

  @Test func `no late result of work that several threads restart and cancel lands`() async {
    let store = StateStore<Race, Race.Action>(Race()) { $0.reduce($1) }
    let results = Recorder<Race>()
    store.effect(\.job) { state, dispatch in
      Effect {
        dispatch(.result(state.restarts))
        dispatch(.result(state.restarts))
      }
    }
    let token = store.subscribe { if $0.results > 0 { results.record($0) } }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for round in 0..<500 { await store.send((round + thread).isMultiple(of: 3) ? .cancel : .restart) }
        }
      }
    }
    store.dispatch(.restart)
    _ = await results.values(count: 1)
    await store.settled()
    #expect(store.state.late == 0)
    #expect(store.state.restarts > 1000)
    token.cancel()
  }

  /// Reports when its last reference is released.
  private final class Probe: Sendable {
    private let gone: Recorder<Void>
    init(_ gone: Recorder<Void>) { self.gone = gone }
    deinit { gone.record(()) }
  }

  @Test func `stores that are released while their effects are created and run leave nothing behind`() async {
    let gone = Recorder<Void>()
    for round in 0..<200 {
      let probe = Probe(gone)
      var store: StateStore? = StateStore<Job, Job.Action>(Job(), reducer: Job.reduce)
      store?.effect(\.job) { _, dispatch in
        Effect(timeout: .seconds(3600)) {
          dispatch(.result(1))
          try? await StoreContext.current.clock.sleep(.seconds(3600))
          withExtendedLifetime(probe) {}
        } onTimeout: {
          dispatch(.result(2))
        }
      }
      store?.dispatch(.run)
      if round.isMultiple(of: 2) { await store?.settled() }
      if round.isMultiple(of: 3) { store?.dispatch(.restart) }
      store = nil
    }
    #expect(await gone.values(count: 200).count == 200)
  }
}
