import Foundation
import PureduxEffects
import PureduxTesting
import Testing

/// Work that was in progress when its state was saved. The clock of each process here begins at zero, and its wall clock
/// with it, so a process that starts later first lets time pass.
struct ResumptionTests {
  private struct Saved {
    let data: Data
    let time: Duration

    init(_ state: Job, in lab: Lab) throws {
      data = try JSONEncoder().encode(state.job)
      time = lab.clock.now.offset
    }

    /// The state in a process that starts when the time has passed.
    func restored(after duration: Duration) throws -> (lab: Lab, state: Job) {
      let lab = Lab()
      lab.advance(time + duration)
      return (lab, Job(job: try JSONDecoder().decode(Effect.State.self, from: data)))
    }
  }

  private let lab = Lab()

  /// A store whose job fails at each attempt, and logs its time and attempt.
  private func failing(_ state: Job = Job(), in lab: Lab) -> StateStore<Job, Job.Action> {
    lab.store(state, reducer: Job.reduce).effect(\.job) { [lab] state, dispatch in
      Effect {
        lab.log.record("\(lab.clock.now.offset), attempt \(state.job.currentAttempt ?? -1)")
        throw Job.Refused()
      } onError: {
        lab.log.record("\($0)")
        dispatch(.failure($0))
      }
    }
  }

  /// A store whose job takes an hour.
  private func slow(_ state: Job = Job(), in lab: Lab) -> StateStore<Job, Job.Action> {
    lab.store(state, reducer: Job.reduce).effect(\.job) { [lab] _, dispatch in
      Effect {
        lab.log.record("begun at \(lab.clock.now.offset)")
        try await StoreContext.current.clock.sleep(.seconds(3600))
        dispatch(.change { $0.succeed() })
      } onError: {
        dispatch(.failure($0))
      }
    }
  }

  @Test(arguments: [0, 3, 8, 5000]) func `the next attempt begins at its time, or at once if that has passed`(
    secondsOff: Int
  ) throws {
    let store = failing(in: lab)
    store.dispatch(.change { $0.run(maxAttempts: 9) })
    lab.advance(.seconds(7))
    // The fourth attempt is due 14 seconds after the request.
    let (later, state) = try Saved(store.state, in: lab).restored(after: .seconds(secondsOff))
    let restored = failing(state, in: later)
    later.settle()
    let due = Duration.seconds(max(14, 7 + secondsOff))
    if secondsOff < 7 { #expect(restored.map(progressOf: \.job).state == .waitingForAttempt(until: due)) }
    later.advance(.seconds(7))
    #expect(later.log.values.first == "\(due), attempt 3")
    #expect(later.log.values.filter { $0.hasSuffix("attempt 3") }.count == 1)
  }

  @Test func `a wall clock that was set back does not prolong the delay`() throws {
    let store = failing(in: lab)
    lab.advance(.seconds(5000))
    store.dispatch(.change { $0.run(maxAttempts: 2, delay: 10) })
    lab.advance(.seconds(1))
    let (later, state) = try Saved(store.state, in: lab).restored(after: .seconds(-4000))
    let restored = failing(state, in: later)
    later.advance(.seconds(10))
    #expect(later.log.values.first == "1011.0 seconds, attempt 0")
    withExtendedLifetime(restored) {}
  }

  @Test func `work without a delay is resumed once`() throws {
    let store = slow(in: lab)
    store.dispatch(.run)
    lab.advance(.seconds(60))
    let (later, state) = try Saved(store.state, in: lab).restored(after: .seconds(40))
    let restored = slow(state, in: later)
    later.advance(.seconds(60))
    restored.dispatch(.run)
    later.advance(.seconds(3540))
    #expect(later.log.values == ["begun at 100.0 seconds"])
    #expect(restored.state.job.isSuccess)
  }

  @Test(arguments: [RetryPolicy.Resumption.always, .never])
  func `work that must not be performed twice fails as interrupted, without a retry`(
    resumption: RetryPolicy.Resumption
  ) throws {
    let store = failing(in: lab)
    store.dispatch(.change { $0.run(RetryPolicy(maxAttempts: 9, resumes: resumption)) })
    lab.advance(.seconds(3))
    let (later, state) = try Saved(store.state, in: lab).restored(after: .zero)
    let restored = failing(state, in: later)
    later.settle()
    if resumption == .never {
      #expect(later.log.values == ["the process ended while the work was in progress"])
      #expect(restored.state.job.error == Effect.Failure(Effect.InterruptedError()))
    } else {
      #expect(later.log.values.isEmpty && restored.state.job.isInProgress)
    }
  }

  @Test func `work that must not be performed twice can be requested again`() throws {
    let store = slow(in: lab)
    store.dispatch(.change { $0.run(RetryPolicy(maxAttempts: 1, resumes: .never)) })
    lab.settle()
    let (later, state) = try Saved(store.state, in: lab).restored(after: .zero)
    let restored = slow(state, in: later)
    later.settle()
    #expect(restored.state.job.isFailed && later.log.values.isEmpty)
    restored.dispatch(.change { $0.run(RetryPolicy(maxAttempts: 1, resumes: .never)) })
    later.advance(.seconds(3600))
    #expect(restored.state.job.isSuccess)
    #expect(later.log.values == ["begun at 0.0 seconds"])
  }

  @Test(arguments: [10, 20, 500]) func `work whose deadline passes fails as timed out, also in a later process`(
    secondsOff: Int
  ) throws {
    let store = slow(in: lab)
    store.dispatch(.change { $0.run(RetryPolicy(maxAttempts: 9, timeout: 200, deadline: 100)) })
    lab.advance(.seconds(80))
    let (later, state) = try Saved(store.state, in: lab).restored(after: .seconds(secondsOff))
    let restored = slow(state, in: later)
    later.settle()
    #expect(restored.state.job.isInProgress == (secondsOff < 20))
    #expect(later.log.values.isEmpty == (secondsOff >= 20))
    later.advance(.seconds(10))
    #expect(restored.state.job.error == Effect.Failure(Effect.TimeoutError(timeout: .seconds(100))))
  }

  @Test func `a deadline ends work in progress, and no attempt begins after it`() {
    let (store, retried) = (slow(in: lab), failing(in: lab))
    store.dispatch(.change { $0.run(RetryPolicy(maxAttempts: 9, deadline: 5)) })
    retried.dispatch(.change { $0.run(RetryPolicy(maxAttempts: 9, deadline: 5)) })
    lab.advance(.seconds(2))
    // The third attempt would begin after six seconds.
    #expect(retried.state.job.error == Effect.Failure(Job.Refused()))
    lab.advance(.seconds(3))
    #expect(store.state.job.error == Effect.Failure(Effect.TimeoutError(timeout: .seconds(5))))
  }

  @Test func `an attempt has the shorter of its time limit and the time that is left`() {
    let store = slow(in: lab)
    store.dispatch(.change { $0.run(RetryPolicy(maxAttempts: 2, base: 1, timeout: 30, deadline: 50)) })
    lab.advance(.seconds(49))
    #expect(lab.log.values == ["begun at 0.0 seconds", "begun at 31.0 seconds"])
    #expect(store.state.job.isInProgress)
    lab.advance(.seconds(1))
    #expect(store.state.job.error == Effect.Failure(Effect.TimeoutError(timeout: .seconds(50))))
  }

  @Test func `onTimeout is called for a deadline that passed while no process was running`() throws {
    func store(_ state: Job, in lab: Lab) -> StateStore<Job, Job.Action> {
      lab.store(state, reducer: Job.reduce).effect(\.job) { _, dispatch in
        Effect {
          dispatch(.result(1))
        } onTimeout: {
          dispatch(.result(2))
        }
      }
    }
    var state = Job()
    lab.context { state.job.run(RetryPolicy(maxAttempts: 1, deadline: 60)) }
    let (later, restored) = try Saved(state, in: lab).restored(after: .seconds(61))
    let late = store(restored, in: later)
    later.settle()
    #expect(late.state.results == [2])
  }

  @Test func `requests are equal whenever they were made`() {
    let id = Identity()
    var states: [Effect.State] = []
    for seconds in 0..<2 {
      lab.advance(.seconds(seconds))
      lab.context {
        var state = Effect.State.idle(id: id)
        state.run(RetryPolicy(maxAttempts: 3, initialDelay: 5, deadline: 70))
        states.append(state)
      }
    }
    #expect(states[0] == states[1])
    #expect(states[0].hashValue == states[1].hashValue)
  }

  @Test func `a policy that another version saved has no deadline, and is resumed`() throws {
    let text = #"{"maxAttempts":3,"initialDelay":0,"backoff":{"linear":{}},"base":2,"jitter":0}"#
    let policy = try JSONDecoder().decode(RetryPolicy.self, from: Data(text.utf8))
    #expect(policy == RetryPolicy(maxAttempts: 3, backoff: .linear))
    #expect(policy.deadline == nil && policy.resumes == .always)
    let encoded = try JSONEncoder().encode(RetryPolicy(maxAttempts: 3))
    #expect(!String(decoding: encoded, as: UTF8.self).contains("resumes"))
  }

  @Test(arguments: [Int64.min, -1, 0, .max]) func `any times in saved data are safe`(time: Int64) throws {
    var state = Job()
    lab.context { state.job.run(RetryPolicy(maxAttempts: 3, initialDelay: 5, deadline: 70)) }
    let text = String(decoding: try JSONEncoder().encode(state.job), as: UTF8.self)
      .replacing(/"(start|deadline)":\d{9,}/) { "\"\($0.1)\":\(time)" }
    #expect(text.contains("\(time)"))
    let restored = failing(Job(job: try JSONDecoder().decode(Effect.State.self, from: Data(text.utf8))), in: lab)
    lab.advance(.seconds(100))
    #expect(restored.state.job.isFailed)
  }
}
