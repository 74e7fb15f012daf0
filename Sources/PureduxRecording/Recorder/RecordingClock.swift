internal import PureduxCore

/// The clock for the times of a recording's events: the tree's own clock.
///
/// The system's clock is read as ticks, which are faster to read. Any other clock, for example a test's clock, is read as
/// nanoseconds, so that the recorded times are those that the tree's effects waited for. The durations of a turn's phases
/// are always measured in ticks.
package struct RecordingClock: Sendable {
  /// Reads a clock other than the system's; nil for the system's clock.
  private let read: (@Sendable () -> Duration)?
  /// The time at which the recording began.
  private let start: UInt64

  init(_ clock: StoreClock) {
    read = clock.isSystem ? nil : clock.unrecordedNow
    start = read.map { Self.nanoseconds($0()) } ?? Ticks.now
  }

  /// The current time, given the current number of ticks.
  func time(at ticks: UInt64) -> UInt64 {
    guard let read else { return ticks }
    return Self.nanoseconds(read())
  }

  /// The time since the recording began.
  var passed: Duration { sinceStart(time(at: Ticks.now)) }

  /// The time from the start of the recording to a time of this clock.
  func sinceStart(_ time: UInt64) -> Duration {
    let passed = time > start ? time - start : 0
    return read == nil ? Ticks.duration(passed) : .nanoseconds(Int64(clamping: passed))
  }

  /// The nanoseconds from the start of the recording to a time of this clock.
  ///
  /// - Parameter nanosecondsOfTick: The duration of a tick.
  package func nanosecondsSinceStart(_ time: UInt64, nanosecondsOfTick: Double) -> Int64 {
    let passed = time > start ? time - start : 0
    return read == nil ? Int64(Double(passed) * nanosecondsOfTick) : Int64(clamping: passed)
  }

  /// The time from the earliest start of recordings to the start of this recording. Ignores recordings whose times cannot
  /// be compared with this recording's, because only one of the two uses the system's clock.
  package func offset(among clocks: [RecordingClock]) -> Duration {
    let first = clocks.filter { ($0.read == nil) == (read == nil) }.map(\.start).min() ?? start
    return read == nil ? Ticks.duration(start - first) : .nanoseconds(Int64(clamping: start - first))
  }

  /// A clock may return any duration; its time is clamped to the range from zero to about 292 years.
  private static func nanoseconds(_ time: Duration) -> UInt64 { UInt64(max(0, time.wholeNanoseconds)) }
}
