import PureduxEffects

/// Runs each piece of a task where and when it becomes ready: a task has begun before whoever starts it goes on.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class PromptExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}

extension StoreContext {
  /// Has tasks begin where they are started, where the system knows task executors.
  mutating func beginTasksPromptly() {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { taskExecutor = PromptExecutor() }
  }
}
