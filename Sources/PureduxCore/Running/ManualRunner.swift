/// Runs a store tree when it is told to, on the thread that tells it.
///
/// Made for tests: nothing happens until `runUntilIdle()` is called, so a test needs no waiting.
///
/// ```swift
/// let runner = ManualRunner()
/// let store = StateStore(0, runner: runner) { (count: inout Int, action: Int) in count += action }
/// store.dispatch(1)
/// runner.runUntilIdle()
/// ```
///
/// One thread drives it. A second one that tries at the same time is reported and does nothing. Keep the runner as long as
/// it is needed, because its stores do not: when it is released, the actions that wait for it are given up.
public final class ManualRunner: StoreRunner, KeepingRunner {
  private struct Work: Sendable {
    var waiting: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let work = Guarded(Work())
  private let reporter: MisuseReporter

  /// A runner with nothing to do yet. It reports misuse to the reporter in force here.
  public init() { reporter = StoreContext.current.misuseReporter }

  public func run(_ work: @escaping @Sendable () -> Void) {
    self.work.withLock { $0.waiting.append(work) }
  }

  /// Whether nothing waits.
  public var isIdle: Bool { work.withLock { $0.waiting.isEmpty } }

  /// Runs what waits, and what that brings, until nothing waits any more.
  public func runUntilIdle() {
    let mayRun = work.withLock { work in
      defer { work.isRunning = true }
      return !work.isRunning
    }
    guard mayRun else { return reporter.report(.manualRunnerDrivenTwice()) }
    while let next = takeFirst() { next() }
  }

  private func takeFirst() -> (@Sendable () -> Void)? {
    work.withLock {
      guard !$0.waiting.isEmpty else {
        $0.isRunning = false
        return nil
      }
      return $0.waiting.removeFirst()
    }
  }
}

extension Misuse {
  static func manualRunnerDrivenTwice() -> Misuse {
    Misuse(
      "`runUntilIdle()` was called while it was already running, on another thread or from a reducer or an observer",
      so: "the second call did nothing",
      fix: "drive a `ManualRunner` from one thread, and outside of the code that it runs")
  }
}
