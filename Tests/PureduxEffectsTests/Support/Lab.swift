import Dispatch
import PureduxEffects
import PureduxTesting
import TestSupport

/// A store tree in a separate context: turns, tasks and time advance only at the test's request.
///
/// All events are in one log, so that their order can be compared.
final class Lab: Sendable {
  let runner = ManualRunner()
  let executor: OrderedTasks
  let clock: TestClock
  let misuse = Recorder<Misuse>()
  let log = Recorder<String>()
  private let storeClock: StoreClock
  /// Whether tasks run in the cooperative pool instead of at the test's request.
  private let usesPool: Bool

  /// Unless `settlesOnAdvance`, time advances without running the work that becomes ready.
  init(
    schedule: Schedule = .inOrder, settlesOnAdvance: Bool = true, clockFault: FaultyClock.Fault? = nil,
    usesPool: Bool = false
  ) {
    self.usesPool = usesPool
    let executor = OrderedTasks(schedule: schedule)
    let runner = runner
    self.executor = executor
    let clock = TestClock { if settlesOnAdvance { Self.run(runner, executor) } }
    self.clock = clock
    storeClock = clockFault.map { StoreClock(FaultyClock(clock, $0)) } ?? StoreClock(clock)
  }

  /// Runs turns and tasks until nothing is ready.
  func settle() { Self.run(runner, executor) }

  /// Advances time, and runs all work that is due.
  func advance(_ duration: Duration) { clock.advance(by: duration) }

  /// Blocks this thread until the due timers have fired, which needs no thread of the pool.
  func waitForTimers() {
    let fired = DispatchSemaphore(value: 0)
    // Timers fire in the order of their instants.
    StoreTimer { fired.signal() }.start(after: .zero, in: context { StoreContext.current })
    fired.wait()
  }

  /// A store in this context. Its state is created there too, so that the identities in it are the same in each run.
  func store<State: Sendable, Action: Sendable>(
    _ state: @autoclosure () -> State, reducer: @escaping Reducer<State, Action>
  ) -> StateStore<State, Action> {
    context { StateStore(state(), runner: runner, reducer: reducer) }
  }

  func context<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try StoreContext.with(
      {
        $0.identities = IdentitySource(seed: 1)
        $0.clock = storeClock
        if !usesPool { executor.run(tasksOf: &$0) }
        $0.misuseReporter = misuse.reporter
      }, operation: operation)
  }

  private static func run(_ runner: ManualRunner, _ executor: OrderedTasks) {
    repeat {
      runner.runUntilIdle()
      executor.runUntilIdle()
    } while !runner.isIdle
  }
}

/// Records the misuse that is reported while `operation` runs.
func reportedMisuse(_ operation: () throws -> Void) rethrows -> [Misuse] {
  let reports = Recorder<Misuse>()
  try StoreContext.with({ $0.misuseReporter = reports.reporter }, operation: operation)
  return reports.values
}
