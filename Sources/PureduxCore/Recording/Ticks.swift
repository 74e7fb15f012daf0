internal import PureduxAtomics

/// The counter that recorded times are read from.
package enum Ticks {
  private static let origin = (ticks: puredux_ticks(), time: ContinuousClock.now)

  package static var now: UInt64 {
    _ = origin
    return puredux_ticks()
  }

  /// How long some ticks last, as measured since the first one was asked for.
  package static func duration(_ ticks: UInt64) -> Duration {
    // Reading the counter and the clock takes a moment, so a rate that is measured for less is not exact.
    while origin.time.duration(to: .now) < .milliseconds(1) {}
    let (passed, count) = (origin.time.duration(to: .now), Double(puredux_ticks() &- origin.ticks))
    let nanoseconds = Double(passed.components.seconds) * 1e9 + Double(passed.components.attoseconds) / 1e9
    return .nanoseconds(Int64(Double(ticks) * nanoseconds / count))
  }
}
