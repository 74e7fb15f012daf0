import PureduxEffects
import PureduxTesting
import TestSupport

/// Stores in a separate context: turns, tasks and time advance only at the test's request.
final class ChainLab: Sendable {
  let clock: TestClock
  let misuse = Recorder<Misuse>()
  private let runner: ManualRunner
  private let executor: OrderedTasks

  init() {
    let (runner, executor) = (ManualRunner(), OrderedTasks(schedule: .inOrder))
    (self.runner, self.executor) = (runner, executor)
    clock = TestClock { Self.run(runner, executor) }
  }

  /// Runs turns and tasks until nothing is ready.
  func settle() { Self.run(runner, executor) }

  /// Advances time, and runs all work that is due.
  func advance(_ duration: Duration) { clock.advance(by: duration) }

  /// A store in this context.
  func store<State: Sendable, Action: Sendable>(
    _ state: State, reducer: @escaping Reducer<State, Action>
  ) -> StateStore<State, Action> {
    StoreContext.with {
      $0.clock = StoreClock(clock)
      executor.run(tasksOf: &$0)
      $0.misuseReporter = misuse.reporter
    } operation: {
      StateStore(state, runner: runner, reducer: reducer)
    }
  }

  private static func run(_ runner: ManualRunner, _ executor: OrderedTasks) {
    repeat {
      runner.runUntilIdle()
      executor.runUntilIdle()
    } while !runner.isIdle
  }
}
