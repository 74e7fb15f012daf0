/// The time by which debouncing, retries and timeouts wait.
///
/// Any `Clock` that measures in `Duration` will do; a test gives one of its own.
public struct StoreClock: Sendable {
  /// The time since an instant that the clock chose and keeps.
  public let now: @Sendable () -> Duration
  /// Returns after a duration, or throws when the task is cancelled first.
  ///
  /// A negative duration is taken as zero, one of more than ten years as ten years.
  public let sleep: @Sendable (Duration) async throws -> Void
  /// Returns when `now` is this time, at once if that is over, or throws when the task is cancelled first.
  package let sleepUntil: @Sendable (Duration) async throws -> Void
  /// Whether the time is the machine's own, so that a timer can be kept by the system instead of by a task.
  package let isSystem: Bool

  /// Measures by another clock, for example by the one of a test.
  public init<C: Clock>(_ clock: C) where C.Duration == Duration, C.Instant: Sendable {
    let origin = clock.now
    now = { DrawnValues.time { origin.duration(to: clock.now) } }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0.asWait), tolerance: nil) }
    sleepUntil = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
    isSystem = clock is ContinuousClock || clock is SuspendingClock
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

extension Duration {
  /// This duration as one that every clock can wait: computed and stored values may be absurd.
  package var asWait: Duration { min(max(self, .zero), Self.longestWait) }
  static let longestWait = Duration.seconds(10 * 365 * 86_400)
}

/// Told of tasks that wait for a context's stores from outside.
///
/// In a test only the owner of the stores runs their work, so such a task may wait forever.
package struct WaitObserver: Sendable {
  let began: @Sendable (_ call: String, SourceLocation) -> @Sendable () -> Void

  /// - Parameter began: Given the call that waits, as written in the code. The result is called when the wait is over.
  package init(_ began: @escaping @Sendable (_ call: String, SourceLocation) -> @Sendable () -> Void) {
    self.began = began
  }
}

extension StoreContext {
  private enum WaitObserverKey: StoreContextKey {
    static var defaultValue: WaitObserver? { nil }
  }

  /// Nil except in a test's context.
  package var waitObserver: WaitObserver? {
    get { self[WaitObserverKey.self] }
    set { self[WaitObserverKey.self] = newValue }
  }

  /// Waits for the stores of this context. Their own tasks, in which the context is in force, are not reported.
  package func waiting<Result>(
    in call: @autoclosure () -> String, at location: SourceLocation, isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Result
  ) async -> Result {
    guard let observer = waitObserver, Self.current.waitObserver == nil else { return await body() }
    let end = observer.began(call(), location)
    defer { end() }
    return await body()
  }
}
