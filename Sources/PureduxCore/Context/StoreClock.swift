internal import Dispatch

/// The clock for debouncing, retries and timeouts.
///
/// Any `Clock` with `Duration` as its duration type works; tests pass their own clock.
public struct StoreClock: Sendable {
  /// The time since an arbitrary fixed instant.
  public let now: @Sendable () -> Duration
  /// Reads `now` without recording or replacing the value that is read.
  package let unrecordedNow: @Sendable () -> Duration
  /// Suspends the task for the given duration; throws if the task is cancelled first.
  ///
  /// The duration is clamped to the range from zero to ten years.
  public let sleep: @Sendable (Duration) async throws -> Void
  /// Suspends the task until `now` reaches the given time; returns immediately if that time has passed. Throws if the
  /// task is cancelled during the wait.
  package let sleepUntil: @Sendable (Duration) async throws -> Void
  /// Whether this is a system clock. If so, a system timer can be used instead of a sleeping task.
  package let isSystem: Bool

  /// Wraps another clock, for example a test's clock.
  public init<C: Clock>(_ clock: C) where C.Duration == Duration, C.Instant: Sendable {
    let origin = clock.now
    let elapsed = { @Sendable in origin.duration(to: clock.now) }
    unrecordedNow = elapsed
    now = { DrawnValues.time(elapsed) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0.asWait), tolerance: nil) }
    sleepUntil = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
    isSystem = clock is ContinuousClock || clock is SuspendingClock
  }

  /// The system's wall-clock time since the start of 1970. For a clock other than the system's, this time equals `now`.
  ///
  /// Unlike `now`, this time can be compared with a time that an earlier process saved. This time jumps when the
  /// system's wall clock is set.
  package func wallTime() -> Duration {
    guard isSystem else { return now() }
    // Dispatch represents a wall time as a negative number.
    return DrawnValues.time { .nanoseconds(Int64(truncatingIfNeeded: 0 &- DispatchWallTime.now().rawValue)) }
  }

  /// The system's monotonic clock, which keeps running while the machine sleeps.
  package static let continuous = StoreClock(ContinuousClock())
}

extension StoreContext {
  private enum ClockKey: StoreContextKey {
    static var defaultValue: StoreClock { .continuous }
  }

  /// The clock for all delays and timeouts.
  public var clock: StoreClock {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }
}

extension Duration {
  /// This duration, clamped to the range that every clock supports. Computed and decoded durations may be out of range.
  package var asWait: Duration { min(max(self, .zero), Self.longestWait) }
  static let longestWait = Duration.seconds(10 * 365 * 86_400)
}
