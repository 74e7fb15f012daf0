/// The wall-clock times of requested work, which remain meaningful after a saved state has been restored.
///
/// Effect states are compared without these times: two states that make the same request are equal.
struct WorkSchedule: Codable, Sendable {
  /// In nanoseconds since 1970, as all wall-clock times of the store's clock.
  private let startNanoseconds: Int64
  private let deadlineNanoseconds: Int64?

  private enum CodingKeys: String, CodingKey {
    case startNanoseconds = "start"
    case deadlineNanoseconds = "deadline"
  }

  /// The time at which the delay before the attempt ends.
  var start: Duration { .nanoseconds(startNanoseconds) }
  /// The time by which the work must end; nil if the policy has no deadline.
  var deadline: Duration? { deadlineNanoseconds.map { .nanoseconds($0) } }

  /// Whether the attempt begins before the deadline.
  var isPossible: Bool { deadlineNanoseconds.map { startNanoseconds < $0 } ?? true }

  /// Returns the schedule of an attempt that is requested now; nil if it has neither a delay nor a deadline.
  ///
  /// - Parameters:
  ///   - policy: The retry policy of the request.
  ///   - work: The identity of the work.
  ///   - attempt: The attempt, counted from zero.
  ///   - deadline: The deadline of the earlier attempts; ignored for the first attempt.
  init?(_ policy: RetryPolicy, _ work: Identity, attempt: Int = 0, deadline: Duration? = nil) {
    let delay = policy.delay(beforeAttempt: attempt, of: work)
    guard delay > 0 || policy.deadline != nil else { return nil }
    let now = StoreContext.current.clock.wallTime()
    startNanoseconds = (now + .seconds(delay)).nanoseconds
    deadlineNanoseconds = (attempt == 0 ? policy.deadline.map { now + .seconds($0.asWait) } : deadline)?.nanoseconds
  }
}

extension WorkSchedule: Hashable {
  static func == (one: WorkSchedule, other: WorkSchedule) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

/// A value that is ignored when the values that contain it are compared.
struct Uncompared<Value: Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
  static func == (one: Uncompared, other: Uncompared) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension Duration {
  /// The number of nanoseconds, clamped to the range from zero to 285 years.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = min(max(self, .zero), .seconds(9_000_000_000)).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
