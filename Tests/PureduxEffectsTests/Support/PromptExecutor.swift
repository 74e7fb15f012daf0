import PureduxEffects

/// Runs each piece of a task where and when it becomes ready: a task has begun before whoever starts it goes on.
final class PromptExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
