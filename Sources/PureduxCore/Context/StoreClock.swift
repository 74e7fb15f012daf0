/// The time that debouncing, retries and timeouts wait by.
///
/// Any `Clock` that measures in `Duration` will do; a test gives one of its own.
public struct StoreClock: Sendable {
  /// The time since an instant that the clock chose and keeps.
  public let now: @Sendable () -> Duration
  /// Returns after a duration, or throws when the task is cancelled first.
  public let sleep: @Sendable (Duration) async throws -> Void

  /// Measures by another clock, a test's say.
  public init<C: Clock>(_ clock: C) where C.Duration == Duration, C.Instant: Sendable {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }

  /// The system's monotonic clock, which goes on while the machine sleeps.
  public static let continuous = StoreClock(ContinuousClock())
}

extension StoreContext {
  private enum ClockKey: StoreContextKey {
    static var defaultValue: StoreClock { .continuous }
  }

  /// The clock of everything that waits.
  public var clock: StoreClock {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }
}
