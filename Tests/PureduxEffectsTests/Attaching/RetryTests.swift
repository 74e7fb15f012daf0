import PureduxEffects
import PureduxTesting
import Testing
import ThreadProbes

/// Time, attempts, errors and timeouts.
struct RetryTests {
  private let lab = Lab()

  private func store(_ effect: @escaping @Sendable (@escaping Dispatch<Job.Action>) -> Effect)
    -> StateStore<Job, Job.Action>
  {
    lab.store(Job(), reducer: Job.reduce).effect(\.job) { _, dispatch in effect(dispatch) }
  }

  /// A store whose job fails at each attempt. The log contains the times of the attempts.
  private func failing(in lab: Lab) -> StateStore<Job, Job.Action> {
    lab.store(Job(), reducer: Job.reduce).effect(\.job) { [lab] _, dispatch in
      Effect {
        lab.log.record("\(lab.clock.now.offset)")
        dispatch(.fail(Job.Refused()))
      }
    }
  }

  @Test func `a failing effect is retried after 2, 4, 8 and 16 seconds, and then has failed`() {
    let store = failing(in: lab)
    store.dispatch(.change { $0.run(maxAttempts: 5) })
    lab.advance(.seconds(3600))
    #expect(lab.log.values == ["0.0 seconds", "2.0 seconds", "6.0 seconds", "14.0 seconds", "30.0 seconds"])
    #expect(store.state.job.isFailed)
    #expect(store.state.job.error == Effect.Failure(Job.Refused()))
  }

  @Test(arguments: [20, 100])
  func `work begins at its time if its effect was postponed until then, or at once if it was postponed longer`(
    secondsUntilReady: Int
  ) {
    let store = lab.store(Job(), reducer: Job.reduce).effect(\.job) { [lab] state, _ in
      if state.other < 2 { return .postpone }
      return Effect { lab.log.record("\(lab.clock.now.offset)") }
    }
    store.dispatch(.change { $0.restart(at: .seconds(60)) })
    lab.advance(.seconds(10))
    store.dispatch(.other)
    lab.advance(.seconds(secondsUntilReady - 10))
    store.dispatch(.other)
    lab.settle()
    let time = Duration.seconds(max(60, secondsUntilReady))
    #expect(store.map(progressOf: \.job).state == (secondsUntilReady < 60 ? .waitingForAttempt(until: time) : nil))
    lab.advance(.seconds(300))
    #expect(lab.log.values == ["\(time)"])
  }

  @Test(.disabled(if: ThreadTime.isMultiplied))
  func `an hour of retries with back-off, cap and jitter takes a few milliseconds`() {
    let policy = RetryPolicy(maxAttempts: 1000, base: 1, cap: 60, jitter: 0.5)
    #if DEBUG
      let limit = Duration.milliseconds(50)
    #else
      let limit = Duration.milliseconds(10)
    #endif
    // Other processes can only make an hour of virtual time slower, and the first hour includes one-time costs of the
    // process, so one fast hour suffices.
    let isQuick = (0..<200).contains { _ in
      let lab = Lab()
      let store = failing(in: lab)
      store.dispatch(.change { $0.run(policy) })
      let time = ThreadTime.measure { lab.advance(.seconds(3600)) }
      #expect(lab.log.values.count > 60 && lab.log.values.count < 130)
      #expect(store.state.job.isInProgress)
      return time < limit
    }
    #expect(isQuick)
  }

  @Test func `a cancel during the wait prevents the next attempt`() {
    let store = failing(in: lab)
    store.dispatch(.change { $0.run(maxAttempts: 5) })
    lab.advance(.seconds(1))
    store.dispatch(.cancel)
    lab.advance(.seconds(3600))
    #expect(lab.log.values == ["0.0 seconds"])
    #expect(lab.clock.sleeperCount == 0)
  }

  @Test func `an unhandled error is reported`() throws {
    let store = store { _ in Effect { throw Job.Refused() } }
    store.dispatch(.run)
    lab.settle()
    #expect(lab.misuse.values.count == 1)
    #expect(try #require(lab.misuse.values.first).description.contains("Effect { … } onError: { … }"))
    #expect(store.state.job.isInProgress)
  }

  @Test func `an error is passed to the effect's handler`() {
    let store = store { dispatch in
      Effect {
        try await StoreContext.current.clock.sleep(.seconds(1))
        throw Job.Refused()
      } onError: { _ in
        dispatch(.fail(Job.Refused()))
      }
    }
    store.dispatch(.run)
    lab.advance(.seconds(1))
    #expect(store.state.job.isFailed)
    #expect(lab.misuse.values.isEmpty)
  }

  @Test func `the error of cancelled work is ignored`() {
    let store = store { [lab] dispatch in
      Effect {
        try await StoreContext.current.clock.sleep(.seconds(1))
      } onError: { _ in
        lab.log.record("error")
      }
    }
    store.dispatch(.run)
    lab.settle()
    store.dispatch(.cancel)
    lab.settle()
    #expect(lab.log.values.isEmpty)
    #expect(lab.misuse.values.isEmpty)
  }

  @Test func `on a timeout the work is cancelled, and the first action of its handler lands once`() {
    let store = store { [lab] dispatch in
      Effect(timeout: .seconds(5)) {
        try? await StoreContext.current.clock.sleep(.seconds(60))
        lab.log.record(Task.isCancelled ? "cancelled" : "went on")
        dispatch(.result(3))
      } onTimeout: {
        dispatch(.result(1))
        dispatch(.result(2))
      }
    }
    store.dispatch(.run)
    lab.advance(.seconds(5))
    #expect(lab.log.values == ["cancelled"])
    #expect(store.state.results == [1])
    #expect(lab.misuse.values.isEmpty)
    #expect(lab.clock.sleeperCount == 0)
  }

  @Test func `a cancel drops the action of a timeout handler`() {
    let store = store { dispatch in
      Effect(timeout: .seconds(5)) {
        try await StoreContext.current.clock.sleep(.seconds(60))
      } onTimeout: {
        dispatch(.result(1))
      }
    }
    store.dispatch(.run)
    lab.settle()
    store.dispatch(.cancel)
    lab.advance(.seconds(60))
    #expect(store.state.results == [])
  }

  @Test func `work that finishes in time leaves no timer behind`() {
    let store = store { dispatch in
      Effect(timeout: .seconds(5)) {
        dispatch(.result(2))
      } onTimeout: {
        dispatch(.result(1))
      }
    }
    store.dispatch(.run)
    lab.settle()
    #expect(lab.clock.sleeperCount == 0)
    lab.advance(.seconds(60))
    #expect(store.state.results == [2])
  }

  @Test func `an unhandled timeout of a policy is reported`() throws {
    let store = store { _ in Effect { try await StoreContext.current.clock.sleep(.seconds(60)) } }
    store.dispatch(.change { $0.run(RetryPolicy(maxAttempts: 1, timeout: 5)) })
    lab.advance(.seconds(60))
    #expect(try #require(lab.misuse.values.first).description.contains("took longer than 5.0 seconds"))
    #expect(lab.misuse.values.count == 1)
  }
}
