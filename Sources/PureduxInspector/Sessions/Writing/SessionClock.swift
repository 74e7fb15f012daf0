internal import PureduxRecording

/// Turns the ticks of steps into nanoseconds, by one rate for all of them.
struct SessionClock {
  private let start: UInt64
  private let nanosecondsOfTick: Double

  init(start: UInt64) {
    self.start = start
    let components = Ticks.duration(1 << 40).components
    nanosecondsOfTick = (Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9) / Double(1 << 40)
  }

  func sinceStart(_ ticks: UInt64) -> Int64 { Int64(Double(ticks > start ? ticks - start : 0) * nanosecondsOfTick) }

  func duration(_ units: UInt32) -> Int64 { Int64(Double(RecordedOrigin.ticks(units)) * nanosecondsOfTick) }
}
