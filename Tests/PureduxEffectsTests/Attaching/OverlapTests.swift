import PureduxEffects
import PureduxTesting
import TestSupport
import Testing

/// Work that overlaps, fails, is postponed, moves or is removed.
struct OverlapTests {
  private struct Refused: Error {}
  private let lab = Lab()

  /// A search that takes a second and fails for "b".
  private func searching(_ overlap: Effect.Overlap) -> StateStore<Screen, Screen.Action> {
    Screen.store(in: lab).effect(onChange: \.query, overlap: overlap) { state, dispatch in
      Effect {
        try await StoreContext.current.clock.sleep(.seconds(1))
        if state.query == "b" { throw Refused() }
        dispatch(.done(state.query))
      } onError: { _ in
        dispatch(.done("no \(state.query)"))
      }
    }
  }

  @Test(arguments: [
    (Effect.Overlap.queued, ["a", "no b", "c"]), (.leading, ["a"]), (.latest, ["c"]),
  ])
  func `failing work is replaced in the same way as other work`(overlap: Effect.Overlap, done: [String]) {
    let store = searching(overlap)
    for query in ["a", "b", "c"] {
      store.dispatch(.search(query))
      lab.settle()
    }
    lab.advance(.seconds(10))
    #expect(store.state.done == done)
    store.dispatch(.search("d"))
    lab.advance(.seconds(1))
    #expect(store.state.done == done + ["d"])
    #expect(lab.misuse.values.isEmpty)
  }

  @Test func `queued work ends with its store`() {
    var store: StateStore? = searching(.queued)
    for query in ["a", "b", "c"] { store?.dispatch(.search(query)) }
    lab.settle()
    store = nil
    lab.advance(.seconds(10))
    #expect(lab.clock.sleeperCount == 0)
  }

  @Test func `work of moved elements in a limited collection continues, and removed elements make room`() {
    let names = Guarded<[Identity: String]>([:])
    let store = Screen.store(in: lab).effect(collection: \.jobs, limit: 2) { [lab] _, job, dispatch in
      let name = names.withLock { $0[job.id] } ?? "?"
      return Effect {
        lab.log.record("begin \(name)")
        do { try await StoreContext.current.clock.sleep(.seconds(1)) } catch { return lab.log.record("stop \(name)") }
        dispatch(.done(name))
      }
    }
    store.dispatch(
      .jobs { jobs in
        jobs = (0..<4).map { _ in .running() }
        for (name, job) in zip(["a", "b", "c", "d"], jobs) { names.withLock { $0[job.id] = name } }
      })
    lab.settle()
    store.dispatch(.jobs { $0.reverse() })
    lab.settle()
    #expect(lab.log.values == ["begin a", "begin b"])
    store.dispatch(.jobs { $0.removeLast() })
    lab.settle()
    #expect(lab.log.values == ["begin a", "begin b", "stop a", "begin c"])
    store.dispatch(.jobs { $0.removeFirst() })
    lab.advance(.seconds(5))
    #expect(store.state.done == ["b", "c"])
  }

  @Test func `postponed work frees its place, and is admitted when it is re-evaluated`() {
    let isReady = Recorder<Bool>()
    let store = Screen.store(in: lab).effect(collection: \.jobs, limit: 1) { state, job, dispatch in
      if job == state.jobs[0], isReady.values.isEmpty { return .postpone }
      return Effect { dispatch(.done(job == state.jobs[0] ? "first" : "second")) }
    }
    store.dispatch(.jobs { $0 = [.running(), .running()] })
    lab.settle()
    #expect(store.state.done == ["second"])
    isReady.record(true)
    store.reevaluate()
    lab.settle()
    #expect(store.state.done == ["second", "first"])
  }

  @Test func `exactly one of a success and a timeout at the same instant lands, in either order`() {
    for seed in 0..<60 {
      let lab = Lab(schedule: .seeded(UInt64(seed)))
      let store = lab.store(Job(), reducer: Job.reduce).effect(\.job) { _, dispatch in
        Effect(timeout: .seconds(5)) {
          try? await StoreContext.current.clock.sleep(.seconds(5))
          dispatch(.result(1))
        } onTimeout: {
          dispatch(.result(2))
        }
      }
      store.dispatch(.run)
      lab.advance(.seconds(60))
      #expect(store.state.results.count == 1, "seed \(seed)")
      #expect(lab.clock.sleeperCount == 0)
    }
  }

  @Test(arguments: [Effect.Overlap.queued, .leading])
  func `the last action of replaced work does not land after its group was cancelled`(overlap: Effect.Overlap) {
    let store = Screen.store(in: lab)
    let group = store.effects { store in
      store.effect(onChange: \.query, overlap: overlap) { [store = store.weak()] state, dispatch in
        if state.query != "a" { return Effect {} }
        return Effect(timeout: .seconds(5)) {
          try await StoreContext.current.clock.sleep(.seconds(60))
        } onTimeout: {
          // The change comes first, and the action finds the group cancelled.
          store.dispatch(.search("b"))
          dispatch(.done("late"))
        }
      }
    }
    let watch = store.subscribe { if $0.query == "b" { group.cancel() } }
    lab.settle()
    store.dispatch(.search("a"))
    lab.advance(.seconds(10))
    #expect(store.state.query == "b")
    #expect(store.state.done == [])
    withExtendedLifetime(watch) {}
  }

  @Test(arguments: [Effect.Overlap.queued, .leading])
  func `a result queued behind the next change counts`(overlap: Effect.Overlap) {
    let store = Screen.store(in: lab).effect(onChange: \.query, overlap: overlap) { state, dispatch in
      Effect { dispatch(.done(state.query)) }
    }
    lab.settle()
    store.dispatch(.search("a"))
    lab.runner.runUntilIdle()
    store.dispatch(.search("b"))
    // The first run dispatches its result after that action, and ends.
    lab.executor.runUntilIdle()
    lab.settle()
    #expect(store.state.done == ["a", "b"])
  }

  @Test(arguments: [Effect.Overlap.queued, .leading], [false, true])
  func `no action of a cancelled group lands, including those of replaced work`(overlap: Effect.Overlap, isLate: Bool) {
    let store = Screen.store(in: lab)
    let callbacks = Recorder<@Sendable () -> Void>()
    let token = store.effects { store in
      store.effect(onChange: \.query, overlap: overlap) { state, dispatch in
        Effect { if isLate { callbacks.record { dispatch(.done(state.query)) } } else { dispatch(.done(state.query)) } }
      }
    }
    lab.settle()
    for query in ["a", "b"] {
      store.dispatch(.search(query))
      if isLate { lab.settle() } else { lab.runner.runUntilIdle() }
    }
    lab.executor.runUntilIdle()
    for callback in callbacks.values { callback() }
    token.cancel()
    lab.settle()
    #expect(store.state.done == [])
  }
}
