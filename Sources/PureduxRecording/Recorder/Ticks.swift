internal import PureduxAtomics
internal import PureduxCore

/// The tick counter used for recorded times.
package enum Ticks {
  private static let origin = ClockReading()
  /// The end of the period over which the counter's rate was measured. The measurement period begins at `origin`.
  private static let measured = Guarded(ClockReading?.none)

  package static var now: UInt64 {
    _ = origin
    return puredux_ticks()
  }

  /// Converts a number of ticks to a duration.
  package static func duration(_ ticks: UInt64) -> Duration {
    .nanoseconds(Int64(Double(ticks) * endOfMeasurement().nanosecondsOfTick(since: origin)))
  }

  /// Returns the reading at the end of the period over which the tick rate is measured. For greater precision, a new
  /// reading is taken once the elapsed time is at least twice the measured period.
  private static func endOfMeasurement() -> ClockReading {
    measured.withLock { measured in
      if let end = measured, puredux_ticks() &- origin.ticks < 2 * (end.ticks &- origin.ticks) { return end }
      // Measure for at least a millisecond: over a shorter period, the time taken by the readings would distort the
      // rate.
      while origin.time.duration(to: .now) < .milliseconds(1) {}
      let end = ClockReading()
      measured = end
      return end
    }
  }
}

/// Nearly simultaneous readings of the tick counter and the clock.
struct ClockReading: Sendable {
  let ticks: UInt64
  let time: ContinuousClock.Instant

  /// Reads the tick counter and the clock.
  ///
  /// The thread may be interrupted between the two reads, so several pairs are read, and the pair whose readings are
  /// closest in time is used.
  init(ticks: () -> UInt64 = puredux_ticks, time: () -> ContinuousClock.Instant = { .now }) {
    var closest: (reading: (ticks: UInt64, time: ContinuousClock.Instant), distance: UInt64)?
    for _ in 0..<8 {
      let (before, now, after) = (ticks(), time(), ticks())
      let distance = after &- before
      if distance < closest?.distance ?? .max { closest = ((before &+ distance / 2, now), distance) }
    }
    (self.ticks, self.time) = closest?.reading ?? (ticks(), time())
  }

  /// Returns the duration of a tick in nanoseconds, measured since an earlier reading.
  func nanosecondsOfTick(since start: Self) -> Double {
    let passed = start.time.duration(to: time).components
    return (Double(passed.seconds) * 1e9 + Double(passed.attoseconds) / 1e9) / Double(ticks &- start.ticks)
  }
}
