import PureduxEffects
import PureduxTesting
import Testing

/// Clocks whose sleep throws without being cancelled.
struct FaultyClockTests {
  @Test func `retries are not immediate if the clock cannot wait`() {
    let lab = Lab(clockFault: .throwsAlways)
    let store = lab.store(Job(), reducer: Job.reduce).effect(\.job) { _, dispatch in
      Effect {
        lab.log.record("attempt")
        dispatch(.fail(Job.Refused()))
      }
    }
    store.dispatch(.change { $0.run(RetryPolicy(maxAttempts: 5, backoff: .constant, base: 60)) })
    lab.settle()
    #expect(lab.log.values == ["attempt"])
    #expect(store.state.job.currentAttempt == 1)
    #expect(lab.misuse.values.count == 1)
    #expect(lab.misuse.values.allSatisfy { $0.description.contains("Broken()") })
    store.dispatch(.cancel)
    lab.settle()
  }

  @Test func `a timeout does not elapse early if the clock cannot wait`() {
    let lab = Lab(clockFault: .throwsAlways)
    let store = lab.store(Job(), reducer: Job.reduce).effect(\.job) { _, dispatch in
      Effect(timeout: .seconds(60)) {
        try await lab.clock.sleep(for: .seconds(1))
      } onTimeout: {
        dispatch(.result(1))
      }
    }
    store.dispatch(.run)
    lab.settle()
    #expect(store.state.results == [])
    #expect(lab.misuse.values.count == 1)
    lab.advance(.seconds(1))
    #expect(lab.misuse.values.count == 1)
  }

  @Test(arguments: [true, false])
  func `a timeout elapses by the system's clock if the context's clock cannot wait`(isOfPolicy: Bool) async {
    let (misuse, landed, never) = (Recorder<Misuse>(), Recorder<Int>(), TestClock())
    let store = StoreContext.with {
      $0.clock = StoreClock(FaultyClock(never, .throwsAlways))
      $0.misuseReporter = misuse.reporter
    } operation: {
      StateStore<Job, Job.Action>(Job(), reducer: Job.reduce)
    }
    store.effect(\.job) { _, dispatch in
      Effect(timeout: isOfPolicy ? nil : .milliseconds(50)) {
        try await never.sleep(for: .seconds(1))
      } onTimeout: {
        dispatch(.result(1))
      }
    }
    let token = store.subscribe { state in state.results.forEach { landed.record($0) } }
    let start = ContinuousClock.now
    store.dispatch(.change { $0.run(RetryPolicy(maxAttempts: 1, timeout: isOfPolicy ? 0.05 : nil)) })
    #expect(await landed.values(count: 1) == [1])
    #expect(ContinuousClock.now - start >= .milliseconds(50))
    #expect(misuse.values.map(\.whatHappened).filter { $0.contains("threw Broken()") }.count == 1)
    withExtendedLifetime(token) {}
  }
}
