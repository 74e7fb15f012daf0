internal import PureduxCore

/// A clock whose time advances only when a test requests it.
///
/// A sleeping task wakes exactly at its deadline: `now` then equals the deadline, and no task with a later deadline has
/// been woken yet. To use the clock in a context, set `context.clock = StoreClock(clock)`.
///
/// ```swift
/// let clock = TestClock()
/// clock.advance(by: .seconds(3600))
/// ```
public final class TestClock: Clock {
  /// An instant, represented by the time since the clock was created.
  public struct Instant: InstantProtocol {
    /// The time since the creation of the clock.
    public let offset: Duration

    /// Creates an instant at an offset from the clock's creation, clamped to about 10¹¹ years.
    public init(offset: Duration) { self.offset = min(max(offset, .zero - Self.farthest), Self.farthest) }
    /// Returns this instant advanced by `duration`, clamped to the supported range.
    public func advanced(by duration: Duration) -> Instant {
      let most = Self.farthest + Self.farthest
      return Instant(offset: offset + min(max(duration, .zero - most), most))
    }
    /// Returns the time from this instant to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Half the range of `Duration.seconds`, so that sums of a few durations do not overflow.
    private static let farthest = Duration.seconds(Int64.max / 2)

    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let sleepers = AwaitableValue(Sleepers())
  private let settle: @Sendable () -> Void
  private let limit: StepLimit?

  /// Creates a clock that calls `settle` to run ready work before time advances.
  ///
  /// For example, `settle` can call `executor.runUntilIdle()`.
  public convenience init(settle: @escaping @Sendable () -> Void = {}) { self.init(limit: nil, settle: settle) }

  /// Creates a clock that stops when a step exceeds the wake-up limit.
  init(limit: StepLimit?, settle: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.settle = settle
  }

  /// The current instant.
  public var now: Instant { Instant(offset: sleepers.value.now) }
  /// Zero, because the clock represents every instant exactly.
  public var minimumResolution: Duration { .zero }

  /// The number of sleeping tasks.
  public var sleeperCount: Int { sleepers.value.count }

  /// The instant at which the next sleeper wakes; nil if no task is asleep.
  public var nextDeadline: Instant? { sleepers.value.nextDeadline.map(Instant.init) }

  /// The number of sleeping tasks that are not daemons, and their earliest deadline.
  var sleepersLeft: (count: Int, next: Instant?) {
    let left = sleepers.value.left
    return (left.count, left.next.map(Instant.init))
  }

  /// Sleeps until the deadline; throws if the task is cancelled first. The tolerance is ignored.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let (id, isDaemon) = (sleepers.withLock { $0.makeID() }, DaemonWork.isCurrent)
    // A loop that sleeps for zero time never suspends. Once the limit is exceeded, this method puts the loop to sleep
    // forever.
    if deadline <= now { limit?.countWakeUps(1) }
    let wakeUp = limit?.isExceeded == true ? Duration.seconds(Int64.max) : deadline.offset
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sleepers.withLock { $0.add(id, until: wakeUp, isDaemon: isDaemon, continuation) }.act()
      }
    } onCancel: {
      sleepers.withLock { $0.cancel(id) }.act()
    }
  }

  /// Advances time, and wakes each sleeper at its own deadline, in order.
  ///
  /// Sleepers with the same deadline wake together, in the order in which they fell asleep. Ready work runs before time
  /// advances, so that a task that is about to sleep starts sleeping at the current instant.
  ///
  /// - Parameter duration: The duration to advance by. A negative duration is treated as zero.
  public func advance(by duration: Duration) {
    settle()
    advance(to: now.advanced(by: duration))
  }

  /// Advances time to an instant. If the instant is in the past, the clock's time does not change.
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

  /// Returns as soon as at least `count` tasks are asleep, or when the calling task is cancelled.
  ///
  /// Use this method in tests that use real threads.
  ///
  /// Fails the test at the caller's line if fewer tasks are asleep when `limit`, measured in real time, expires.
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

/// The sleeping tasks of a `TestClock` and their deadlines, accessed under the clock's lock.
///
/// Each transition returns the continuations to resume after the lock is released.
struct Sleepers {
  typealias ID = UInt64

  private struct Sleeper {
    let id: ID
    let deadline: Duration
    let isDaemon: Bool
    let continuation: CheckedContinuation<Void, any Error>
  }

  private(set) var now: Duration = .zero
  private var lastID: ID = 0
  /// Ordered by deadline; sleepers with the same deadline are ordered by when they fell asleep.
  private var sleepers: [Sleeper] = []
  /// The tasks that are about to sleep, and whether each has been cancelled.
  private var falling: [ID: Bool] = [:]

  var count: Int { sleepers.count }
  var nextDeadline: Duration? { sleepers.first?.deadline }
  /// The number of sleepers that are not daemons, and their earliest deadline.
  var left: (count: Int, next: Duration?) {
    let left = sleepers.lazy.filter { !$0.isDaemon }
    return (left.count, left.first?.deadline)
  }

  mutating func makeID() -> ID {
    lastID += 1
    falling[lastID] = false
    return lastID
  }

  mutating func add(
    _ id: ID, until deadline: Duration, isDaemon: Bool = false, _ continuation: CheckedContinuation<Void, any Error>
  ) -> WakeUp {
    if falling.removeValue(forKey: id) == true { return WakeUp(cancelled: continuation) }
    if deadline <= now { return WakeUp(due: [continuation]) }
    let position = sleepers.partitioningIndex { $0.deadline > deadline }
    sleepers.insert(Sleeper(id: id, deadline: deadline, isDaemon: isDaemon, continuation: continuation), at: position)
    return WakeUp()
  }

  mutating func cancel(_ id: ID) -> WakeUp {
    guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
      if falling[id] != nil { falling[id] = true }
      return WakeUp()
    }
    return WakeUp(cancelled: sleepers.remove(at: index).continuation)
  }

  /// Advances to the next deadline, or to `limit` if no task wakes by then.
  mutating func wakeNext(until limit: Duration) -> WakeUp {
    guard let deadline = nextDeadline, deadline <= limit else {
      now = max(now, limit)
      return WakeUp()
    }
    now = deadline
    let due = sleepers.prefix { $0.deadline == deadline }
    sleepers.removeFirst(due.count)
    return WakeUp(due: due.map { $0.continuation })
  }
}

extension Array {
  /// Returns the index of the first element that satisfies a condition, using binary search.
  ///
  /// The condition must hold for every element after the first match. Returns `count` if there is no match.
  fileprivate func partitioningIndex(where belongsAfter: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if belongsAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The continuations to resume after the lock has been released.
struct WakeUp: Sendable {
  var due: [CheckedContinuation<Void, any Error>] = []
  var cancelled: CheckedContinuation<Void, any Error>?

  var isEmpty: Bool { due.isEmpty && cancelled == nil }

  func act() {
    for continuation in due { continuation.resume() }
    cancelled?.resume(throwing: CancellationError())
  }
}
