import Dispatch
import MachineProbes

/// Measures one run of one workload: its time, or its mallocs.
///
/// Never both at once, because counting costs time.
struct Meter {
  enum Mode {
    case time
    case mallocs
  }

  /// The number of actions that the workload must perform.
  let actions: Int
  private let mode: Mode
  private(set) var nanoseconds = 0.0
  private(set) var counts: [String: Double] = [:]
  private(set) var unavailable: String?

  init(actions: Int, mode: Mode) {
    self.actions = actions
    self.mode = mode
  }

  /// Measures `body`, which performs the given number of actions; the result is for one action.
  mutating func measure(_ body: (_ actions: Int) -> Void) {
    let actions = actions
    measure(actions: actions) { body(actions) }
  }

  /// Measures `body`, which performs this many actions, regardless of the run.
  mutating func measure(actions: Int, _ body: () -> Void) {
    switch mode {
    case .time:
      let start = DispatchTime.now().uptimeNanoseconds
      body()
      nanoseconds = Double(DispatchTime.now().uptimeNanoseconds - start) / Double(actions)
    case .mallocs:
      malloc_counter_start()
      body()
      record(malloc_counter_stop(), actions)
    }
  }

  /// Measures `body` five times, each time with a new value created by `prepare`; the result is the median.
  ///
  /// For work that takes a few milliseconds on several threads: its duration depends on where the threads run, and on
  /// whether its memory was just obtained from the system.
  mutating func measureMedian<Subject>(
    of prepare: () -> Subject, _ body: (_ subject: Subject, _ actions: Int) -> Void
  ) {
    var times: [Double] = []
    for _ in 0..<(mode == .time ? 5 : 1) {
      let subject = prepare()
      withExtendedLifetime(subject) { measure { body(subject, $0) } }
      times.append(nanoseconds)
    }
    nanoseconds = times.sorted()[times.count / 2]
  }

  /// Measures `body`, which performs the given number of actions and times each; the result is their median.
  mutating func measureLatencies(_ body: (_ actions: Int) -> [UInt64]) {
    var latencies: [UInt64] = []
    measure { latencies = body($0) }
    if mode == .time { nanoseconds = Double(latencies.sorted()[latencies.count / 2]) }
  }

  /// Records the time of one action, measured by another program.
  mutating func take(_ nanoseconds: Double) { self.nanoseconds = nanoseconds }

  /// Adds a count that the workload determined itself.
  mutating func count(_ name: String, _ value: Double) {
    if mode == .mallocs { counts[name] = value }
  }

  /// Records the reason why this machine cannot run the workload; the body must return afterwards.
  mutating func skip(_ reason: String) { unavailable = reason }

  private mutating func record(_ counted: malloc_counts, _ actions: Int) {
    counts["mallocs"] = Double(counted.mallocs) / Double(actions)
    counts["bytes"] = Double(counted.bytes) / Double(actions)
    counts["peak"] = Double(counted.peak_bytes)
  }
}

/// The time of `body`, in nanoseconds.
func time(_ body: () -> Void) -> UInt64 {
  let start = DispatchTime.now().uptimeNanoseconds
  body()
  return DispatchTime.now().uptimeNanoseconds - start
}

/// The time of `body`, in nanoseconds.
func time(_ body: () async -> Void) async -> UInt64 {
  let start = DispatchTime.now().uptimeNanoseconds
  await body()
  return DispatchTime.now().uptimeNanoseconds - start
}
