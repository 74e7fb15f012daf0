internal import PureduxAtomics

/// The counter that recorded times are read from.
package enum Ticks {
  private static let origin = ClockReading()
  /// The end of the time for which the counter's rate was measured, which began at the origin.
  private static let measured = Guarded(ClockReading?.none)

  package static var now: UInt64 {
    _ = origin
    return puredux_ticks()
  }

  /// How long some ticks last.
  package static func duration(_ ticks: UInt64) -> Duration {
    .nanoseconds(Int64(Double(ticks) * endOfMeasurement().nanosecondsOfTick(since: origin)))
  }

  /// A rate that was measured for twice as long is twice as exact, so it is measured again then.
  private static func endOfMeasurement() -> ClockReading {
    measured.withLock { measured in
      if let end = measured, puredux_ticks() &- origin.ticks < 2 * (end.ticks &- origin.ticks) { return end }
      // Reading the counter and the clock takes a moment, so a rate that is measured for less is not exact.
      while origin.time.duration(to: .now) < .milliseconds(1) {}
      let end = ClockReading()
      measured = end
      return end
    }
  }
}
