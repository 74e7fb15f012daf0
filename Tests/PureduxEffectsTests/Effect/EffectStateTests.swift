import Foundation
import PureduxDifference
import PureduxEffects
import PureduxTesting
import Testing

struct EffectStateTests {
  struct Refused: Error, Equatable {}

  @Test func `a late success after cancel stays cancelled`() {
    var state = Effect.State.running()
    state.cancel()
    state.succeed()
    #expect(state.isCancelled)
    state.fail(Refused())
    state.retryOrFailWith(Refused())
    #expect(state.isCancelled)
    #expect(state.error == nil)
  }

  @Test func `a restart at a time waits until that time, and does not wait if the time has passed`() {
    let context = TestContext()
    context.advance(by: .seconds(10))
    context.run {
      var state = Effect.State.running()
      state.restart(at: .milliseconds(12_500), maxAttempts: 2)
      #expect(state.isInProgress && state.delay == 2.5 && state.policy.maxAttempts == 2)
      state.restart(at: .seconds(3))
      #expect(state.isInProgress && state.delay == 0)
    }
  }

  @Test func `retries follow 2, 4, 8, 16 seconds by default`() {
    var state = Effect.State.running(maxAttempts: 5, delay: 1)
    var delays: [TimeInterval?] = []
    var attempts: [Int?] = []
    while state.isInProgress {
      delays.append(state.delay)
      attempts.append(state.currentAttempt)
      state.retryOrFailWith(Refused())
    }
    #expect(delays == [1, 2, 4, 8, 16])
    #expect(attempts == [0, 1, 2, 3, 4])
    #expect(state.isFailed)
    #expect(state.error == Effect.Failure(Refused()))
    #expect(state.currentAttempt == nil)
    #expect(state.delay == nil)
  }

  @Test func `an error that is not worth retrying fails at once`() {
    var state = Effect.State.running(maxAttempts: 5)
    state.retryOrFailWith(Refused(), if: { _ in false })
    #expect(state.isFailed)
  }

  @Test func `a failed state has an error, even if none was passed`() throws {
    var (failed, retried) = (Effect.State.idle(), Effect.State.running(maxAttempts: 2))
    failed.run()
    failed.fail(nil)
    retried.retryOrFailWith(nil)
    #expect(retried.isInProgress && retried.error == nil)
    retried.retryOrFailWith(nil)
    for state in [failed, retried] {
      #expect(state.isFailed)
      #expect(state.error?.text == "The effect failed, and no error was given.")
      let decoded = try JSONDecoder().decode(Effect.State.self, from: JSONEncoder().encode(state))
      #expect(decoded.error == state.error)
    }
    failed.restart()
    #expect(failed.error == nil)
  }

  @Test func `the same mutations of equal states give equal states`() {
    let first = Effect.State.idle()
    var (one, other) = (first, first)
    for state in 0..<2 {
      var changed = state == 0 ? one : other
      changed.run(maxAttempts: 3)
      changed.retryOrFailWith(Refused())
      changed.cancel()
      changed.restart()
      if state == 0 { one = changed } else { other = changed }
    }
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
  }

  @Test func `identities differ by default and repeat under a seed`() {
    #expect(Effect.State.idle().id != Effect.State.idle().id)
    func seeded() -> [Effect.State] {
      StoreContext.with({ $0.identities = IdentitySource(seed: 7) }) { [.idle(), .running()] }
    }
    #expect(seeded() == seeded())
    let id = Identity(UUID())
    #expect(Effect.State.idle(id: id).id == id)
  }

  @Test func `every state survives coding`() throws {
    let policy = RetryPolicy(maxAttempts: 4, backoff: .exponential(factor: 3), cap: 20, jitter: 0.5, timeout: 9)
    let states: [Effect.State] = [
      .idle(), .running(), .running(maxAttempts: 3, delay: 2), .running(policy),
      changed { $0.cancel() }, changed { $0.succeed() }, changed { $0.fail(Refused()) }, changed { $0.reset() },
      changed { $0.retryOrFailWith(Refused()) },
    ]
    let decoded = try JSONDecoder().decode([Effect.State].self, from: JSONEncoder().encode(states))
    #expect(decoded == states)
    #expect(decoded.map(\.delay) == states.map(\.delay))
    #expect(decoded.map(\.error) == states.map(\.error))
  }

  @Test func `a success for work that never ran is reported with the fix`() throws {
    var state = Effect.State.idle()
    let misuse = reportedMisuse { state.succeed() }
    #expect(state.isIdle)
    #expect(misuse.count == 1)
    #expect(try #require(misuse.first).description.contains("never ran"))
  }

  @Test func `a difference shows how a state changed, without the run counter`() throws {
    let job = Effect.State.running()
    var failed = job
    failed.fail(Refused())
    let text = try #require(Difference(from: job, to: failed)).description
    #expect(text.hasPrefix("status\n  - .inProgress\n  + .failure\ncurrentAttempt\n  - 0\n  + nil\nerror\n  - nil"))
    #expect(!text.contains("generation"))
  }

  @Test func `a state is Sendable and small`() {
    func needsSendable(_ state: some Sendable) {}
    needsSendable(Effect.State.idle())
    #expect(MemoryLayout<Effect.State>.stride <= 40)
  }

  private func changed(_ change: (inout Effect.State) -> Void) -> Effect.State {
    var state = Effect.State.running(maxAttempts: 2)
    change(&state)
    return state
  }

  @Test func `is not retried after an error that declares itself permanent`() {
    struct HTTPFailure: TransientError {
      var status: Int
      var isTransient: Bool { status >= 500 }
    }
    var state = Effect.State.running(maxAttempts: 3)
    state.retryOrFailWith(HTTPFailure(status: 503))
    #expect(state.currentAttempt == 1)
    state.retryOrFailWith(HTTPFailure(status: 404))
    #expect(state.isFailed)
    var other = Effect.State.running(maxAttempts: 3)
    other.retryOrFailWith(HTTPFailure(status: 404), if: { _ in true })
    #expect(other.currentAttempt == 1)
  }
}
