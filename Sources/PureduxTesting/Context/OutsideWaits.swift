internal import PureduxCore

/// Fails the test if a task outside the context waits for a store that only the test can run.
///
/// A test that awaits `store.send(…)` cannot run the turn that it awaits. The wait fails if work has been ready for a
/// few seconds without being run, or has slept on the test's clock for a minute of real time. Ready work is then run,
/// so that the test can end.
final class OutsideWaits: Sendable {
  struct Patience: Sendable {
    /// The maximum real time that ready work may wait before the test runs it.
    var ready = Duration.seconds(5)
    /// The maximum number of `ready` periods for which work may sleep on the test's clock.
    var asleep = 12
  }

  private let work: WeakReference<ManualWork>
  private let clock: TestClock
  private let failures: FailureReporter
  let patience = Guarded(Patience())

  init(_ work: ManualWork, _ clock: TestClock, failures: FailureReporter) {
    (self.work, self.clock, self.failures) = (WeakReference(work), clock, failures)
  }

  func begin(_ call: String, _ location: SourceLocation) -> @Sendable () -> Void {
    let wait = Wait(call: call, location: location)
    watch(wait, drives: work.object?.driveCount ?? 0, quiet: 0)
    return wait.end
  }

  private final class Wait: Sendable {
    let call: String
    let location: SourceLocation
    private let timer = Guarded<WaitTimer?>(nil)
    private let isOver = AtomicFlag()

    init(call: String, location: SourceLocation) { (self.call, self.location) = (call, location) }

    func look(after duration: Duration, _ body: @escaping @Sendable () -> Void) {
      let next = WaitTimer(body)
      timer.withLock { $0 = next }
      if isOver.isRaised { next.cancel() } else { next.start(after: duration) }
    }

    @Sendable func end() {
      guard isOver.raise() else { return }
      timer.take()?.cancel()
    }
  }

  /// - Parameters:
  ///   - drives: The number of times the test had run work as of the previous check.
  ///   - quiet: The number of checks since the test last ran work.
  ///   - isReported: Whether the wait has already failed. Work that becomes ready later (for example, when a thread
  ///     finishes reading a file) still runs; otherwise, the wait would never end.
  private func watch(_ wait: Wait, drives: Int, quiet: Int, isReported: Bool = false) {
    let patience = patience.withLock { $0 }
    wait.look(after: patience.ready) { [self] in
      guard let work = work.object else {
        if !isReported { report(wait, "The context was released: retain it as long as its stores.") }
        return
      }
      guard work.mayContinue else { return }
      guard work.driveCount == drives else {
        return watch(wait, drives: work.driveCount, quiet: 0, isReported: isReported)
      }
      if work.isWaiting {
        if !isReported { report(wait, "Its work was ready, and was run now, so that the test can continue.") }
        work.runUntilIdle()
        watch(wait, drives: work.driveCount, quiet: 0, isReported: true)
      } else if !isReported, quiet + 1 >= patience.asleep, let next = clock.nextDeadline {
        report(wait, "Work sleeps until \(next.offset): `context.advance(by:)` lets time pass.")
        watch(wait, drives: drives, quiet: 0, isReported: true)
      } else {
        watch(wait, drives: drives, quiet: quiet + 1, isReported: isReported)
      }
    }
  }

  private func report(_ wait: Wait, _ state: String) {
    failures.report(
      """
      `await \(wait.call)` waits for stores of a `TestContext`, which run only when the test says so, and nothing did. \(state)
      To fix: await it in `await context.runToEnd { … }`, which runs them meanwhile\(instead(of: wait.call)).
      """, at: SourcePosition(fileID: wait.location.fileID, filePath: wait.location.fileID, line: wait.location.line))
  }

  private func instead(of call: String) -> String {
    switch call {
    case "send": ", or `dispatch` the action and call `context.runUntilIdle()`"
    case "states": ", or read `store.state` after `context.runUntilIdle()`"
    case "flush": ""
    default: ", or call `context.runUntilIdle()` instead"
    }
  }
}

/// Counts the events in one step of a test, so that an endless step can be stopped.
///
/// Once the limit is exceeded, no further step runs, because the interrupted work cannot be resumed.
final class StepLimit: Sendable {
  private struct Count: Sendable {
    var actions = 0
    var wakeUps = 0
    /// The number of jobs. A job is the part of a task between two suspension points. An effect that dispatches an
    /// action takes several jobs.
    var tasks = 0
    var isExceeded = false
  }

  /// The maximum number of actions in a step, which is also the maximum number of wake-ups.
  let most: Int
  private let mostTasks: Int
  private let count = Guarded(Count())

  init(_ most: Int) {
    self.most = max(1, most)
    mostTasks = self.most > Int.max / 10 ? Int.max : self.most * 10
  }

  var isExceeded: Bool { count.withLock { $0.isExceeded } }

  func beginStep() {
    count.withLock { count in
      if !count.isExceeded { count = Count() }
    }
  }

  func countAction() { add(1, to: \.actions, upTo: most) }

  func countWakeUps(_ number: Int) { add(number, to: \.wakeUps, upTo: most) }

  func countTask() { add(1, to: \.tasks, upTo: mostTasks) }

  private func add(_ number: Int, to part: WritableKeyPath<Count, Int>, upTo most: Int) {
    count.withLock { count in
      count[keyPath: part] += number
      if count[keyPath: part] > most { count.isExceeded = true }
    }
  }
}

extension TestContext {
  /// Makes waits fail after milliseconds instead of seconds, to test the failures themselves.
  package func failWaitsEarly() {
    waits.patience.withLock { $0 = OutsideWaits.Patience(ready: .milliseconds(1), asleep: 1) }
  }
}
