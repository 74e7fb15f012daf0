import Foundation
import PureduxInspector

/// A recorded store with one observer, whose actions are measured while pages are open: they are reduced and published
/// on the dispatching thread, so that nothing else is measured.
final class TallyProgram {
  private struct Tally: Sendable {
    var count = 0
    var values = Array(repeating: 0, count: 100)
  }

  private let runner = ManualRunner()
  private let store: StateStore<Tally, Int>
  private let subscription: StoreSubscription

  let recording: Recording

  init() {
    store = StateStore(Tally(), named: "tally", runner: runner) { tally, number in
      tally.count += number
      tally.values[tally.count % 100] = number
    }
    let calls = Guarded(0)
    subscription = store.subscribe { tally in calls.withLock { $0 += tally.count & 1 } }
    recording = store.record(limit: 100_000)
    runner.runUntilIdle()
  }

  /// Dispatches as many actions as are due.
  ///
  /// - Returns: The actions, and their nanoseconds in this thread's time and in wall time.
  func run(rate: Double, seconds: Double) -> (actions: Int, ownTime: Int, time: Int) {
    let start = ContinuousClock.now
    var total = (actions: 0, ownTime: 0, time: 0)
    while start.duration(to: .now) < .seconds(seconds) {
      let due = Int(start.duration(to: .now) / .seconds(1) * rate)
      let begin = (Self.now(CLOCK_THREAD_CPUTIME_ID), Self.now(CLOCK_MONOTONIC))
      for number in total.actions..<max(due, total.actions) { store.dispatch(number) }
      runner.runUntilIdle()
      total.ownTime += Self.now(CLOCK_THREAD_CPUTIME_ID) - begin.0
      total.time += Self.now(CLOCK_MONOTONIC) - begin.1
      total.actions = max(due, total.actions)
      poll(nil, 0, 2)
    }
    return total
  }

  private static func now(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}
