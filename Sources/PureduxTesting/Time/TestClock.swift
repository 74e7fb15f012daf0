/// A clock whose time passes only when a test advances it.
///
/// A sleeper wakes exactly at its instant: `now` is that instant, and no longer sleeper has been woken yet. Give the
/// clock to a context with `context.clock = StoreClock(clock)`.
///
/// ```swift
/// let clock = TestClock()
/// clock.advance(by: .seconds(3600))
/// ```
public final class TestClock: Clock {
  /// A moment, as the time since the clock was made.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// The moment that is this long after the clock was made, at most some 10¹¹ years.
    public init(offset: Duration) { self.offset = min(max(offset, .zero - Self.farthest), Self.farthest) }
    /// The moment that is this much later, as far as moments go.
    public func advanced(by duration: Duration) -> Instant {
      let most = Self.farthest + Self.farthest
      return Instant(offset: offset + min(max(duration, .zero - most), most))
    }
    /// The time from this moment to the other.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Sums of a few of these are far from the largest duration.
    private static let farthest = Duration.seconds(Int64.max / 2)

    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let sleepers = AwaitableValue(Sleepers())
  private let settle: @Sendable () -> Void
  private let limit: StepLimit?

  /// `settle` runs the work that a wake-up made ready before time goes on, for example `executor.runUntilIdle()`.
  public convenience init(settle: @escaping @Sendable () -> Void = {}) { self.init(limit: nil, settle: settle) }

  /// `limit` stops the time when a step takes too many wake-ups.
  init(limit: StepLimit?, settle: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.settle = settle
  }

  /// The present moment.
  public var now: Instant { Instant(offset: sleepers.value.now) }
  /// Zero: every moment counts.
  public var minimumResolution: Duration { .zero }

  /// The number of sleeping tasks.
  public var sleeperCount: Int { sleepers.value.count }

  /// The instant at which the next sleeper wakes; nil if no task sleeps.
  public var nextDeadline: Instant? { sleepers.value.nextDeadline.map(Instant.init) }

  /// Returns at the deadline, or throws if the task is cancelled first. The tolerance is not used.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = sleepers.withLock { $0.makeID() }
    // A loop that sleeps for no time would never suspend, so that only this can stop it: it sleeps for ever.
    if deadline <= now { limit?.countWakeUps(1) }
    let wakeUp = limit?.isExceeded == true ? Duration.seconds(Int64.max) : deadline.offset
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sleepers.withLock { $0.add(id, until: wakeUp, continuation) }.act()
      }
    } onCancel: {
      sleepers.withLock { $0.cancel(id) }.act()
    }
  }

  /// Lets time pass, and wakes each sleeper on the way at its own instant, in the order of the instants.
  ///
  /// Sleepers of one instant wake together, in the order in which they fell asleep. Work that is ready is settled first,
  /// so that a task that is about to sleep begins at the present moment.
  ///
  /// - Parameter duration: the time to pass; less than zero counts as zero.
  public func advance(by duration: Duration) {
    settle()
    advance(to: now.advanced(by: duration))
  }

  /// Lets time pass until an instant; an instant in the past changes nothing.
  public func advance(to instant: Instant) {
    settle()
    while limit?.isExceeded != true,
      case let woken = sleepers.withLock({ $0.wakeNext(until: instant.offset) }), !woken.isEmpty
    {
      limit?.countWakeUps(woken.due.count)
      woken.act()
      settle()
    }
  }

  /// Returns as soon as at least `count` tasks sleep, for tests of work on real threads; or when the task is cancelled.
  ///
  /// Fails the test at the caller's line if they do not sleep after `limit`, in real time.
  public func untilAsleep(
    _ count: Int = 1, within limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let limit = WaitLimit(
      duration: limit, position: SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
    _ = await limit.first(of: sleepers) {
      $0.count >= count ? true : nil
    } missing: {
      "\(count) sleeping tasks, and \($0.count) sleep."
    }
  }
}
