import PureduxEffects

/// Runs each piece of a task as soon as it becomes ready, on the same thread: a task begins before the code that starts
/// it continues.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class PromptExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}

extension StoreContext {
  /// Makes tasks begin on the thread that starts them, if the system supports task executors.
  mutating func beginTasksPromptly() {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { taskExecutor = PromptExecutor() }
  }
}
