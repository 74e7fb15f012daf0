internal import PureduxAtomics

/// One moment, by the counter of ticks and by the clock.
struct ClockReading: Sendable {
  let ticks: UInt64
  let time: ContinuousClock.Instant

  /// Reads both. A thread may have to wait between the two, so the closest of several readings is taken.
  init(ticks: () -> UInt64 = puredux_ticks, time: () -> ContinuousClock.Instant = { .now }) {
    var closest: (reading: (ticks: UInt64, time: ContinuousClock.Instant), distance: UInt64)?
    for _ in 0..<8 {
      let (before, now, after) = (ticks(), time(), ticks())
      let distance = after &- before
      if distance < closest?.distance ?? .max { closest = ((before &+ distance / 2, now), distance) }
    }
    (self.ticks, self.time) = closest?.reading ?? (ticks(), time())
  }

  /// The rate of the counter since an earlier moment.
  func nanosecondsOfTick(since start: Self) -> Double {
    let passed = start.time.duration(to: time).components
    return (Double(passed.seconds) * 1e9 + Double(passed.attoseconds) / 1e9) / Double(ticks &- start.ticks)
  }
}
