import PureduxEffects
import PureduxTesting
import Testing

/// Steps that would never end: each is stopped, and fails at its own line.
struct EndlessStepTests {
  private let failures = Recorder<(text: String, line: UInt)>()

  private func reporting<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try StoreContext.with(
      { [failures] in $0.failureReporter = FailureReporter { failures.record(($0, $1.line)) } }, operation: operation)
  }

  private struct Loading: Sendable {
    var job = Effect.State.idle()
  }

  private enum LoadingAction: Sendable { case start, loaded }

  @Test func `an effect and a reducer that start each other are stopped, and the failure names both`() throws {
    reporting {
      let store = TestStore {
        let store = StateStore<Loading, LoadingAction>(Loading()) { state, _ in state.job.restart() }
        return store.effect(\.job, name: "load") { _, dispatch in Effect { dispatch(.loaded) } }
      }
      store.send(.start)
      store.send(.start)
      store.finish()
    }
    let failure = try #require(failures.values.first)
    #expect(failures.values.count == 1)
    #expect(failure.line == #line - 6)
    #expect(failure.text.contains("10000 actions or wake-ups"))
    #expect(failure.text.contains("Last actions:\n  .loaded\n"))
    #expect(failure.text.contains("Last work:\n  load\n"))
  }

  @Test func `an observer that dispatches forever is stopped`() throws {
    let tokens = Recorder<StoreSubscription>()
    reporting {
      let store = TestStore(in: TestContext(stepLimit: 100)) {
        let store = StateStore<Int, Int>(0) { $0 += $1 }
        tokens.record(store.subscribe { [handle = store.weak()] in if $0 > 0 { handle.dispatch(1) } })
        return store
      }
      store.send(1)
    }
    let failure = try #require(failures.values.first)
    #expect(failures.values.count == 1)
    #expect(failure.line == #line - 4)
    #expect(failure.text.contains("100 actions or wake-ups"))
    tokens.removeAll().forEach { $0.cancel() }
  }

  @Test func `a plan that sleeps for no time and dispatches forever is stopped`() throws {
    reporting {
      let store = TestStore(exhaustivity: .partial) { StateStore<Int, Int>(0) { $0 += $1 } }
      store.store.run(
        ActionPlan { store in
          while true {
            try await StoreContext.current.clock.sleep(.zero)
            store.dispatch(1)
          }
        })
      store.finish()
    }
    let text = try #require(failures.values.first).text
    #expect(failures.values.count == 1)
    #expect(text.contains("Last work:\n  ActionPlan"))
    #expect(text.contains("Clock: 0.0 seconds have passed\n"))
  }

  @Test func `a timer that fires each second for a century is stopped, and the failure names the time`() throws {
    reporting {
      let store = TestStore(exhaustivity: .partial) { StateStore<Int, Int>(0) { $0 += $1 } }
      store.store.run(
        ActionPlan { store in
          while true {
            try await StoreContext.current.clock.sleep(.seconds(1))
            store.dispatch(1)
          }
        })
      store.advance(by: .seconds(3_000_000_000))
    }
    let failure = try #require(failures.values.first)
    #expect(failures.values.count == 1)
    #expect(failure.line == #line - 4)
    #expect(failure.text.contains("Clock: 10"))
  }

  @Test func `a long step passes if the limit allows it`() {
    reporting {
      let store = TestStore(exhaustivity: .partial, in: TestContext(stepLimit: 50_000)) {
        StateStore<Int, Int>(0) { $0 += $1 }
      }
      store.store.run(
        ActionPlan { store in
          for _ in 0..<20_000 {
            try await StoreContext.current.clock.sleep(.seconds(1))
            store.dispatch(1)
          }
        })
      store.advance(by: .seconds(86_400))
      store.finish()
      #expect(store.store.state == 20_000)
    }
    #expect(failures.values.map(\.text) == [])
  }

  @Test func `a step inside a turn reports the mistake`() throws {
    let inner = Guarded<(@Sendable () -> Void)?>(nil)
    reporting {
      let store = TestStore(exhaustivity: .partial) {
        StateStore<Int, Int>(0) { state, action in
          state += action
          inner.take()?()
        }
      }
      // SAFETY: everything here runs on this thread.
      nonisolated(unsafe) let unsafeStore = store
      inner.withLock { $0 = { unsafeStore.send(2) } }
      store.send(1)
      store.finish()
    }
    #expect(failures.values.count == 1)
    #expect(try #require(failures.values.first).text.contains("while another step of the story runs"))
  }

  @Test func `four threads on one test store are reported, and crash nothing`() async {
    await reporting { [failures] in
      let store = TestStore(exhaustivity: .partial) { StateStore<Int, Int>(0) { $0 += $1 } }
      // SAFETY: this misuse is the subject of the test.
      nonisolated(unsafe) let unsafeStore = store
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask { for _ in 0..<50 { unsafeStore.send(1) } }
        }
      }
      #expect(failures.values.allSatisfy { $0.text.contains("while another step") })
    }
  }

  private func reporting(_ operation: () async -> Void) async {
    await StoreContext.with(
      { [failures] in $0.failureReporter = FailureReporter { failures.record(($0, $1.line)) } }, operation: operation)
  }

  @Test func `an attempt that waits for its retry counts as unfinished, which is reported once`() {
    struct Refused: Error {}
    reporting {
      let store = TestStore {
        let store = StateStore<Loading, LoadingAction>(Loading()) { state, action in
          switch action {
          case .start: state.job.run(maxAttempts: 3)
          case .loaded: state.job.retryOrFailWith(Refused())
          }
        }
        return store.effect(\.job, name: "load") { _, dispatch in Effect { dispatch(.loaded) } }
      }
      store.send(.start, .partial)
      store.receive(.loaded, .partial)
      store.finish()
      store.finish()
    }
    #expect(failures.values.count == 1)
    #expect(failures.values.contains { $0.text.contains("Still waiting for the clock: 1, the next for 2") })
  }
}
