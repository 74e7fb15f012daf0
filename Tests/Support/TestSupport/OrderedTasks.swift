package import PureduxCore
package import PureduxTesting

/// A `ManualExecutor`, if the system supports task executors: macOS 15, iOS 18 and Linux. Elsewhere, tasks run in the
/// pool.
package final class OrderedTasks: Sendable {
  private let executor: (any Sendable)?

  package init(schedule: Schedule = .inOrder) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      executor = ManualExecutor(schedule: schedule)
    } else {
      executor = nil
    }
  }

  /// Makes the tasks of stores with this context run at a test's request.
  package func run(tasksOf context: inout StoreContext) {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    context.taskExecutor = executor as? ManualExecutor
  }

  package func runUntilIdle() {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    (executor as? ManualExecutor)?.runUntilIdle()
  }

  @discardableResult
  package func runNext() -> Bool {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return false }
    return (executor as? ManualExecutor)?.runNext() ?? false
  }

  package var waitingCount: Int {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return 0 }
    return (executor as? ManualExecutor)?.waitingCount ?? 0
  }
}
