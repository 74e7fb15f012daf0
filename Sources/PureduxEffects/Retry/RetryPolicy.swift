/// How often work that fails is tried, how long to wait in between, and how long one try may take.
///
/// Plain data that is stored in the effect state and compared with it. All times are in seconds. A number that makes no
/// sense is clamped: a negative time counts as zero, one of more than ten years as ten years, and where a number is not
/// a number (NaN) its default counts. Which errors are worth another attempt is said in
/// ``Effect/State/retryOrFailWith(_:if:)``.
///
/// ```swift
/// let policy = RetryPolicy(maxAttempts: 5, base: 0.5, cap: 10, jitter: 0.3, timeout: 20)
/// state.loading.run(policy)  // waits 0.5, 1, 2 and 4 seconds, each up to 30 % shorter
/// ```
public struct RetryPolicy: Codable, Hashable, Sendable {
  /// How the wait grows from one attempt to the next.
  public enum Backoff: Codable, Hashable, Sendable {
    /// The base each time.
    case constant
    /// Grows by the base each time.
    case linear
    /// Grows by the factor each time.
    case exponential(factor: Double)
  }

  /// How many attempts there are in all, the first included.
  public var maxAttempts: Int
  /// The wait before the first attempt.
  public var initialDelay: Double
  /// How the waits grow.
  public var backoff: Backoff
  /// The wait before the second attempt.
  public var base: Double
  /// The longest wait.
  public var cap: Double?
  /// The part of each wait, from 0 to 1, by which chance may shorten it, so that clients do not all retry at once.
  public var jitter: Double
  /// The longest that one attempt may take.
  public var timeout: Double?

  /// A policy of your own; by default the waits are 2, 4, 8 … seconds.
  ///
  /// - Parameters:
  ///   - maxAttempts: how many attempts there are in all, the first included.
  ///   - initialDelay: how many seconds the first attempt waits.
  ///   - backoff: how the waits grow from one attempt to the next.
  ///   - base: how many seconds the second attempt waits.
  ///   - cap: the longest wait.
  ///   - jitter: the part of each wait, from 0 to 1, by which chance may shorten it. The chance depends on the identity of
  ///     the work and the attempt alone, so that a replay waits the same.
  ///   - timeout: how many seconds one attempt may take; an effect that has a timeout of its own goes by that.
  public init(
    maxAttempts: Int,
    initialDelay: Double = 0,
    backoff: Backoff = .exponential(factor: 2),
    base: Double = 2,
    cap: Double? = nil,
    jitter: Double = 0,
    timeout: Double? = nil
  ) {
    self.maxAttempts = maxAttempts
    self.initialDelay = initialDelay
    self.backoff = backoff
    self.base = base
    self.cap = cap
    self.jitter = jitter
    self.timeout = timeout
  }

  /// One attempt, at once.
  public static let once = RetryPolicy(maxAttempts: 1)
}

extension RetryPolicy {
  /// The wait before an attempt, in seconds; the same for the same identity and attempt.
  ///
  /// - Parameters:
  ///   - attempt: counted from zero; a negative number is taken as zero.
  ///   - identity: the identity of the effect state, on which the jitter depends.
  public func delay(beforeAttempt attempt: Int, of identity: Identity) -> Double {
    guard attempt > 0 else { return initialDelay.asWait }
    let full = min((growth(at: attempt) * base.orIfNaN(2)).asWait, (cap ?? .infinity).orIfNaN(.infinity)).asWait
    let chance = Double(identity.spread(with: UInt64(attempt)) >> 11) * 0x1p-53
    return (full * (1 - min(max(jitter.orIfNaN(0), 0), 1) * chance)).asWait
  }

  /// The longest that one attempt may take; nil for as long as it likes.
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
  /// This time as one that a clock can wait: stored data may hold any number.
  var asWait: Double { min(max(orIfNaN(0), 0), 10 * 365 * 86_400) }

  /// This number multiplied by itself, for an exponent that is not negative.
  fileprivate func raised(to exponent: Int) -> Double {
    var (result, square, rest) = (1.0, self, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }

  /// This number, or another one where it is none.
  fileprivate func orIfNaN(_ other: Double) -> Double { isNaN ? other : self }
}
