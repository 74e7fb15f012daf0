import PureduxCore

/// Times on the store's clock, in nanoseconds: half the size of a `Duration`.
enum Moment {
  static let never = Int64.max

  /// The current time of the current clock. A reducer reads it through the context, so that a replay receives the same
  /// time.
  static var now: Int64 {
    nanoseconds(StoreContext.current.clock.now())
  }

  static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
  }

  static func nanoseconds(_ seconds: Double, orIfNaN fallback: Double) -> Int64 {
    Int64(min(max(seconds.isNaN ? fallback : seconds, 0), 10 * 365 * 86_400) * 1e9)
  }
}
