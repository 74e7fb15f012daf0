/// Determines the number of attempts, the delays between them, the time limits, and whether interrupted work is resumed.
///
/// A policy is a plain value, stored and compared as part of the effect state. All times in a policy are in seconds.
/// Invalid numbers are clamped: a negative time is treated as zero, a time of more than ten years as ten years, and NaN
/// as the default. To decide which errors are retried, use ``Effect/State/retryOrFailWith(_:if:)``.
///
/// ```swift
/// let policy = RetryPolicy(maxAttempts: 5, base: 0.5, cap: 10, jitter: 0.3, timeout: 20)
/// state.loading.run(policy)  // waits 0.5, 1, 2 and 4 seconds, each up to 30% shorter
/// ```
public struct RetryPolicy: Codable, Hashable, Sendable {
  /// How the delay grows from one attempt to the next.
  public enum Backoff: Codable, Hashable, Sendable {
    /// Each delay equals the base delay.
    case constant
    /// Each delay is the previous delay plus the base delay.
    case linear
    /// Each delay is the previous delay times the factor.
    case exponential(factor: Double)
  }

  /// What becomes of work that was in progress in a saved state, when the state is restored.
  public enum Resumption: String, Codable, Hashable, Sendable {
    /// The current attempt begins again, when the rest of its delay has passed. The work may thus be performed twice.
    case always
    /// The work fails with an ``Effect/InterruptedError``, because it must not be performed twice.
    case never
  }

  /// The total number of attempts, including the first.
  public var maxAttempts: Int
  /// The delay before the first attempt.
  public var initialDelay: Double
  /// How the delay grows from one attempt to the next.
  public var backoff: Backoff
  /// The delay before the second attempt.
  public var base: Double
  /// The upper limit of the delays between attempts; nil for no limit.
  public var cap: Double?
  /// The largest fraction, from 0 to 1, by which each delay between attempts is randomly shortened. Jitter prevents
  /// clients from all retrying at the same time.
  public var jitter: Double
  /// The time limit for each attempt; nil for no limit.
  public var timeout: Double?
  /// The time limit for the whole work, with all attempts, delays and waiting; nil for no limit.
  ///
  /// The limit is measured by the wall clock, so it also applies after a saved state has been restored. No attempt begins
  /// later than the deadline, and work in progress then times out.
  public var deadline: Double?
  private var resumption: Resumption?

  private enum CodingKeys: String, CodingKey {
    case maxAttempts, initialDelay, backoff, base, cap, jitter, timeout, deadline
    case resumption = "resumes"
  }

  /// What becomes of work that was in progress in a saved state, when the state is restored.
  public var resumes: Resumption {
    get { resumption ?? .always }
    // The default is not saved, because older versions have no such key.
    set { resumption = newValue == .always ? nil : newValue }
  }

  /// Creates a policy; by default the delays are 2, 4, 8 … seconds.
  ///
  /// - Parameters:
  ///   - maxAttempts: The total number of attempts, including the first.
  ///   - initialDelay: The delay before the first attempt, in seconds.
  ///   - backoff: How the delay grows from one attempt to the next.
  ///   - base: The delay before the second attempt, in seconds.
  ///   - cap: The upper limit of the delays between attempts, in seconds.
  ///   - jitter: The largest fraction, from 0 to 1, by which each delay between attempts is randomly shortened. How
  ///     much a delay is shortened depends only on the work's identity and the attempt, so that a replay has the same
  ///     delays.
  ///   - timeout: The time limit for each attempt, in seconds; a timeout of the effect itself takes precedence.
  ///   - deadline: The time limit for the whole work, with all attempts and delays, in seconds. It continues while the
  ///     process is not running.
  ///   - resumes: Whether work that was in progress in a saved state begins again when the state is restored.
  public init(
    maxAttempts: Int,
    initialDelay: Double = 0,
    backoff: Backoff = .exponential(factor: 2),
    base: Double = 2,
    cap: Double? = nil,
    jitter: Double = 0,
    timeout: Double? = nil,
    deadline: Double? = nil,
    resumes: Resumption = .always
  ) {
    self.maxAttempts = maxAttempts
    self.initialDelay = initialDelay
    self.backoff = backoff
    self.base = base
    self.cap = cap
    self.jitter = jitter
    self.timeout = timeout
    self.deadline = deadline
    self.resumes = resumes
  }

  /// A policy with a single attempt and no delay.
  package static let once = RetryPolicy(maxAttempts: 1)
}

extension RetryPolicy {
  /// Returns the delay before an attempt, in seconds. The delay is deterministic for a given identity and attempt.
  ///
  /// - Parameters:
  ///   - attempt: The attempt, counted from zero; a negative number is treated as zero.
  ///   - identity: The identity of the effect state, which determines the jitter.
  package func delay(beforeAttempt attempt: Int, of identity: Identity) -> Double {
    guard attempt > 0 else { return initialDelay.asWait }
    let full = min((growth(at: attempt) * base.orIfNaN(2)).asWait, (cap ?? .infinity).orIfNaN(.infinity)).asWait
    let chance = Double(identity.spread(with: UInt64(attempt)) >> 11) * 0x1p-53
    return (full * (1 - min(max(jitter.orIfNaN(0), 0), 1) * chance)).asWait
  }

  /// A copy of this policy without infinities or NaN, which formats such as JSON cannot encode.
  package var encodable: RetryPolicy {
    func finite(_ number: Double) -> Double { min(max(number, -.greatestFiniteMagnitude), .greatestFiniteMagnitude) }
    var policy = self
    policy.initialDelay = initialDelay.asWait
    policy.base = finite(base.orIfNaN(2))
    policy.cap = cap.flatMap { $0.isFinite || $0 < 0 ? finite($0) : nil }
    policy.jitter = finite(jitter.orIfNaN(0))
    policy.timeout = timeout.flatMap { $0.isNaN ? nil : $0.asWait }
    policy.deadline = deadline.flatMap { $0.isNaN ? nil : $0.asWait }
    if case .exponential(let factor) = backoff { policy.backoff = .exponential(factor: finite(factor.orIfNaN(2))) }
    return policy
  }

  /// The time limit for each attempt; nil for no limit.
  var attemptTimeout: Duration? {
    guard let timeout, !timeout.isNaN else { return nil }
    return .seconds(timeout.asWait)
  }

  func allowsAttempt(_ attempt: Int) -> Bool { attempt < maxAttempts }

  private func growth(at attempt: Int) -> Double {
    switch backoff {
    case .constant: 1
    case .linear: Double(attempt)
    case .exponential(let factor): factor.orIfNaN(2).raised(to: attempt - 1)
    }
  }
}

extension Double {
  /// This number of seconds, clamped to the range of valid delays. Clamping is needed because decoded data may contain
  /// any number.
  var asWait: Double { min(max(orIfNaN(0), 0), 10 * 365 * 86_400) }

  /// This number raised to a nonnegative exponent.
  fileprivate func raised(to exponent: Int) -> Double {
    var (result, square, rest) = (1.0, self, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }

  /// This number, or `other` if this number is NaN.
  fileprivate func orIfNaN(_ other: Double) -> Double { isNaN ? other : self }
}
