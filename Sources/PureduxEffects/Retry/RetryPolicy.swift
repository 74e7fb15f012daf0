public import Foundation

/// How often work that fails is tried, how long to wait in between, and how long one try may take.
///
/// Plain data: it is stored with the state that it belongs to. All times are in seconds.
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
  public var initialDelay: TimeInterval
  /// How the waits grow.
  public var backoff: Backoff
  /// The wait before the second attempt.
  public var base: TimeInterval
  /// The longest wait.
  public var cap: TimeInterval?
  /// The part of each wait, from 0 to 1, that chance may take away, so that clients do not come back all at once.
  public var jitter: Double
  /// The longest that one attempt may take.
  public var timeout: TimeInterval?

  /// All times are in seconds.
  public init(
    maxAttempts: Int,
    initialDelay: TimeInterval = 0,
    backoff: Backoff = .exponential(factor: 2),
    base: TimeInterval = 2,
    cap: TimeInterval? = nil,
    jitter: Double = 0,
    timeout: TimeInterval? = nil
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
  /// The wait before an attempt, which are counted from zero; the same for the same identity and attempt.
  public func delay(beforeAttempt attempt: Int, of identity: Identity) -> TimeInterval {
    guard attempt > 0 else { return initialDelay.asWait }
    let full = min(growth(at: attempt) * base, cap ?? .infinity).asWait
    let chance = Double(identity.spread(with: UInt64(attempt)) >> 11) * 0x1p-53
    return (full * (1 - min(max(jitter, 0), 1) * chance)).asWait
  }

  func allowsAttempt(_ attempt: Int) -> Bool { attempt < maxAttempts }

  private func growth(at attempt: Int) -> Double {
    switch backoff {
    case .constant: 1
    case .linear: Double(attempt)
    case .exponential(let factor): pow(factor, Double(attempt - 1))
    }
  }
}

extension TimeInterval {
  /// This time as one that a clock can wait: stored data may hold any number.
  var asWait: TimeInterval { isNaN ? 0 : min(max(self, 0), 10 * 365 * 86_400) }
}
