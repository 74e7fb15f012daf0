import Foundation
@testable import PureduxEffects
import PureduxTesting
import Testing

/// Numbers and durations from untrusted sources: decoded, computed or passed.
struct HostileValuesTests {
  private static let numbers: [Double] = [
    .nan, .signalingNaN, .infinity, -.infinity, -1, -0.0, 0, .leastNonzeroMagnitude, 1e300, .greatestFiniteMagnitude,
  ]
  private static let counts: [Int] = [.min, -1, 0, 1, 2, Int(UInt32.max), .max]
  private static let durations: [Duration] = [
    .seconds(Int64.max), .seconds(Int64.min), .seconds(1e17), .zero, .nanoseconds(-1), .nanoseconds(1),
    Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
  ]

  /// More in the long form.
  private static let roundsTimes = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? 50 : 1

  private func policies(_ seed: UInt64) -> [RetryPolicy] {
    var random = SeededGenerator(seed: seed)
    return (0..<60).map { _ in
      func number() -> Double { Self.numbers.randomElement(using: &random) ?? 0 }
      func optional() -> Double? { Bool.random(using: &random) ? number() : nil }
      let backoffs: [RetryPolicy.Backoff] = [.constant, .linear, .exponential(factor: number())]
      return RetryPolicy(
        maxAttempts: Self.counts.randomElement(using: &random) ?? 1, initialDelay: number(),
        backoff: backoffs.randomElement(using: &random) ?? .linear, base: number(), cap: optional(), jitter: number(),
        timeout: optional())
    }
  }

  /// Applies every mutation to a state.
  private func use(_ state: Effect.State) {
    let context = RecordingContext()
    context.run {
      var state = state
      for change: (inout Effect.State) -> Void in [
        { $0.retryOrFailWith(nil) }, { $0.retryOrFailWith(Job.Refused(), if: { _ in false }) }, { $0.run() },
        { $0.retryOrFailWith(nil) }, { $0.succeed() }, { $0.restart(maxAttempts: .max, delay: .infinity) },
        { $0.fail(nil) }, { $0.restart() }, { $0.cancel() }, { $0.reset() },
      ] {
        change(&state)
        let delay = state.delay ?? 0
        #expect(delay >= 0 && delay < 1e10)
        #expect((state.currentAttempt ?? 0) >= 0)
        _ = (state.hashValue, state.error, state.policy, "\(state)", Mirror(reflecting: state).children.count)
      }
    }
  }

  private struct RecordingContext {
    let misuse = Recorder<Misuse>()
    func run(_ body: () -> Void) { StoreContext.with({ $0.misuseReporter = misuse.reporter }, operation: body) }
  }

  @Test func `a stored attempt number of any size results in a failure, not in a trap`() throws {
    let text = try #require(
      String(data: JSONEncoder().encode(Effect.State.running(maxAttempts: .max)), encoding: .utf8))
    for attempt in ["0", "4294967294", "4294967295"] {
      for generation in ["0", "1", "4294967295"] {
        let hostile = text.replacing("\"attempt\":0", with: "\"attempt\":\(attempt)")
          .replacing("\"generation\":1", with: "\"generation\":\(generation)")
        #expect(hostile.contains(attempt) && hostile.contains(generation))
        let state = try JSONDecoder().decode(Effect.State.self, from: Data(hostile.utf8))
        use(state)
        var failing = state
        failing.retryOrFailWith(Job.Refused())
        #expect(failing.isFailed == (attempt == "4294967295"))
      }
    }
  }

  @Test func `states that are decoded from damaged text are refused, or can be used`() throws {
    let states = [
      Effect.State.idle(), .running(RetryPolicy(maxAttempts: 3, cap: 9, jitter: 0.5, timeout: 7)),
      {
        var state = Effect.State.running()
        state.fail(Job.Refused())
        return state
      }(),
    ]
    let pieces = [
      "0", "-1", "4294967295", "4294967296", "1e400", "1e308", "null", "\"\"", "{}", "[]", "18446744073709551616",
    ]
    var (random, decoded) = (SeededGenerator(seed: 7), 0)
    for _ in 0..<3000 * Self.roundsTimes {
      let state = states.randomElement(using: &random) ?? .idle()
      var text = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let numbers = text.ranges(of: /[0-9]+/)
        guard let range = numbers.randomElement(using: &random) else { break }
        text.replaceSubrange(range, with: pieces.randomElement(using: &random) ?? "0")
      }
      guard let state = try? JSONDecoder().decode(Effect.State.self, from: Data(text.utf8)) else { continue }
      decoded += 1
      use(state)
    }
    #expect(decoded > 300)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `a state with a policy of any numbers can be saved, and has the same delays`(number: Double) throws {
    let policies = [
      RetryPolicy(maxAttempts: 5, initialDelay: number), RetryPolicy(maxAttempts: 5, base: number),
      RetryPolicy(maxAttempts: 5, backoff: .exponential(factor: number)), RetryPolicy(maxAttempts: 5, cap: number),
      RetryPolicy(maxAttempts: 5, jitter: number), RetryPolicy(maxAttempts: 5, timeout: number),
    ]
    for policy in policies {
      let state = Effect.State.running(policy)
      let decoded = try JSONDecoder().decode(Effect.State.self, from: JSONEncoder().encode(state))
      #expect(decoded == state && Effect.State.running(policy).policy == state.policy)
      for attempt in 0..<5 {
        #expect(
          state.policy.delay(beforeAttempt: attempt, of: state.id) == policy.delay(beforeAttempt: attempt, of: state.id)
        )
      }
      #expect(state.policy.attemptTimeout == policy.attemptTimeout)
    }
  }

  @Test func `policies and failures that are decoded from damaged text are refused, or can be used`() throws {
    let policy = RetryPolicy(
      maxAttempts: 3, initialDelay: 1, backoff: .exponential(factor: 2), base: 4, cap: 9, jitter: 0.5, timeout: 7)
    let failure = Effect.Failure(Job.Refused())
    let texts = try [
      String(decoding: JSONEncoder().encode(policy), as: UTF8.self),
      String(decoding: JSONEncoder().encode(failure), as: UTF8.self),
    ]
    let pieces = [
      "0", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e400", "1e308", "-1e308",
      "5e-324", "null", "{}", "\"\"",
    ]
    var (random, decoded) = (SeededGenerator(seed: 9), [0, 0])
    for number in 0..<6000 * Self.roundsTimes {
      var text = texts[number % 2]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        guard let range = text.ranges(of: /-?[0-9][0-9.]*/).randomElement(using: &random) else { break }
        text.replaceSubrange(range, with: pieces.randomElement(using: &random) ?? "0")
      }
      if number % 2 == 1 {
        guard let failure = try? JSONDecoder().decode(Effect.Failure.self, from: Data(text.utf8)) else { continue }
        decoded[1] += 1
        var state = Effect.State.running()
        state.fail(failure)
        #expect(state.error == failure && !"\(failure) \(failure.localizedDescription)".isEmpty)
        continue
      }
      guard let policy = try? JSONDecoder().decode(RetryPolicy.self, from: Data(text.utf8)) else { continue }
      decoded[0] += 1
      for attempt in Self.counts {
        let delay = policy.delay(beforeAttempt: attempt, of: Identity())
        #expect(delay >= 0 && delay < 1e10)
      }
      use(.running(policy))
    }
    #expect(decoded.allSatisfy { $0 > 300 })
  }

  @Test func `a timeout of any length can be reported`() {
    for timeout in Self.durations { #expect(!"\(Effect.TimeoutError(timeout: timeout))".isEmpty) }
  }

  @Test(arguments: 0..<UInt64(4 * roundsTimes))
  func `policies with any numbers result in waits that a clock supports, in the state and in a store`(seed: UInt64) {
    for policy in policies(seed) {
      for attempt in Self.counts {
        let delay = policy.delay(beforeAttempt: attempt, of: Identity())
        #expect(delay >= 0 && delay < 1e10)
      }
      use(.running(policy))
      let lab = Lab()
      let store = lab.store(Job(), reducer: Job.reduce).effect(\.job) { _, dispatch in
        Effect { dispatch(.fail(Job.Refused())) }
      }
      // Without a delay and with unlimited attempts, it would continue forever.
      let bounded = { () -> RetryPolicy in
        var policy = policy
        policy.maxAttempts = min(policy.maxAttempts, 5)
        return policy
      }()
      store.dispatch(.change { $0.run(bounded) })
      lab.advance(.seconds(4_000_000_000))
      #expect(store.state.job.isFailed || bounded.timeout != nil)
      #expect(lab.clock.sleeperCount == 0)
    }
  }

  @Test(arguments: durations)
  func `a timeout of any length is awaited, or elapses at once`(timeout: Duration) {
    for isSystem in [false, true] {
      let lab = Lab()
      let store = lab.context {
        StoreContext.with({ if isSystem { $0.clock = .continuous } }) {
          StateStore(Job(), runner: lab.runner, reducer: Job.reduce)
        }
      }
      store.effect(\.job) { _, dispatch in
        Effect(timeout: timeout) {
          try await StoreContext.current.clock.sleep(timeout)
        } onTimeout: {
        }
      }
      store.dispatch(.run)
      lab.settle()
      store.dispatch(.cancel)
      lab.settle()
      #expect(lab.clock.sleeperCount == 0)
    }
  }

  @Test func `a limit of any size is at least one`() {
    for limit in [Int.min, -1, 0, 1, .max] {
      let lab = Lab()
      let store = Screen.store(in: lab).effect(collection: \.jobs, limit: limit) { _, _, dispatch in
        Effect { dispatch(.done("it")) }
      }
      store.dispatch(.jobs { $0 = [.running(), .running()] })
      lab.settle()
      #expect(store.state.done.count == 2)
    }
  }

  @Test func `a timeout of NaN never elapses, and a jitter of NaN does not shorten the wait`() {
    let policy = RetryPolicy(maxAttempts: 2, base: .nan, cap: .nan, jitter: .nan, timeout: .nan)
    #expect(policy.delay(beforeAttempt: 1, of: Identity()) == 2)
    let lab = Lab()
    let store = lab.store(Job(), reducer: Job.reduce).effect(\.job) { _, dispatch in
      Effect {
        try await StoreContext.current.clock.sleep(.seconds(1))
        dispatch(.result(1))
      }
    }
    store.dispatch(.change { $0.run(policy) })
    lab.advance(.seconds(1))
    #expect(store.state.results == [1])
  }
}
