import Dispatch
import PureduxCore

/// The time of day, in nanoseconds since 1970: the age of an answer outlives the process that got it.
enum WallTime {
  /// Now. In a reducer it is drawn, so that a replay is given the same. Under a test's clock it is that clock's time.
  static var now: Int64 {
    let clock = StoreContext.current.clock
    return Moment.nanoseconds((clock.isSystem ? system : clock).now())
  }

  /// A time in seconds since 1970; `.min`, which is never, where the number makes no sense.
  static func nanoseconds(_ seconds: Double) -> Int64 { 0...4e9 ~= seconds ? Int64(seconds * 1e9) : .min }

  private static let system = StoreClock(SystemTime())

  /// The system's time of day as a clock. Nothing waits by it.
  private final class SystemTime: Clock {
    struct Instant: InstantProtocol {
      var sinceEpoch: Duration

      func advanced(by duration: Duration) -> Instant { Instant(sinceEpoch: sinceEpoch + duration) }
      func duration(to other: Instant) -> Duration { other.sinceEpoch - sinceEpoch }
      static func < (one: Instant, other: Instant) -> Bool { one.sinceEpoch < other.sinceEpoch }
    }

    private let wasRead = AtomicFlag()

    /// The first reading is 1970: a `StoreClock` measures from it.
    var now: Instant {
      guard !wasRead.raise() else { return Instant(sinceEpoch: .zero) }
      // A wall time is kept as a negative number.
      return Instant(sinceEpoch: .nanoseconds(Int64(truncatingIfNeeded: 0 &- DispatchWallTime.now().rawValue)))
    }

    var minimumResolution: Duration { .nanoseconds(1) }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw CancellationError() }
  }
}
