import Testing

@testable import PureduxRecording

@Suite struct ClockReadingTests {
  private let start = ContinuousClock.now

  /// A reading during which each access to the clock takes some nanoseconds, and a tick is a nanosecond.
  private func reading(startingAt first: UInt64, _ pauses: [UInt64]) -> ClockReading {
    var (now, pauses) = (first, pauses)
    return ClockReading(
      ticks: {
        now += 10
        return now
      },
      time: {
        defer { now += pauses.isEmpty ? 10 : pauses.removeFirst() }
        return start + .nanoseconds(now)
      })
  }

  @Test func `a thread that has to wait between the counter and the clock does not change the rate`() {
    let first = reading(startingAt: 0, [2_000_000])
    let second = reading(startingAt: 300_000_000, [10, 3_000_000, 1_000])
    #expect(abs(second.nanosecondsOfTick(since: first) - 1) < 1e-6)
  }

  @Test func `the duration of ticks matches the clock`() {
    let (outerStart, begin, innerStart) = (ContinuousClock.now, Ticks.now, ContinuousClock.now)
    for _ in 0..<100_000 { _ = Ticks.now }
    let (innerEnd, end, outerEnd) = (ContinuousClock.now, Ticks.now, ContinuousClock.now)
    let measured = Ticks.duration(end - begin)
    #expect(measured > innerStart.duration(to: innerEnd) * 0.999)
    #expect(measured < outerStart.duration(to: outerEnd) * 1.001)
  }
}
