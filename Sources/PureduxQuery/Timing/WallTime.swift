import Dispatch
import PureduxCore

/// The wall time, in nanoseconds since 1970: the age of an answer survives the process that fetched it.
enum WallTime {
  /// The current wall time. A reducer reads it through the context, so that a replay receives the same time. With a
  /// test's clock it is that clock's time.
  static var now: Int64 {
    let clock = StoreContext.current.clock
    return Moment.nanoseconds((clock.isSystem ? system : clock).now())
  }

  /// A time in seconds since 1970; `.min`, which means never, for an invalid number.
  static func nanoseconds(_ seconds: Double) -> Int64 { 0...4e9 ~= seconds ? Int64(seconds * 1e9) : .min }

  private static let system = StoreClock(SystemTime())

  /// The system's wall time as a clock. Nothing sleeps on it.
  private final class SystemTime: Clock {
    struct Instant: InstantProtocol {
      var sinceEpoch: Duration

      func advanced(by duration: Duration) -> Instant { Instant(sinceEpoch: sinceEpoch + duration) }
      func duration(to other: Instant) -> Duration { other.sinceEpoch - sinceEpoch }
      static func < (one: Instant, other: Instant) -> Bool { one.sinceEpoch < other.sinceEpoch }
    }

    private let wasRead = AtomicFlag()

    /// The first reading is 1970, because a `StoreClock` measures from it.
    var now: Instant {
      guard !wasRead.raise() else { return Instant(sinceEpoch: .zero) }
      // A wall time is stored as a negative number.
      return Instant(sinceEpoch: .nanoseconds(Int64(truncatingIfNeeded: 0 &- DispatchWallTime.now().rawValue)))
    }

    var minimumResolution: Duration { .nanoseconds(1) }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw CancellationError() }
  }
}
