/// A clock that shows a fixed time, relative to its first reading.
struct FixedClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private final class Origin: @unchecked Sendable {
    // SAFETY: a clock is used on one thread.
    var isRead = false
  }

  let offset: Duration
  private let origin = Origin()

  init(_ offset: Duration) { self.offset = offset }

  var now: Instant {
    defer { origin.isRead = true }
    return Instant(offset: origin.isRead ? offset : .zero)
  }

  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
