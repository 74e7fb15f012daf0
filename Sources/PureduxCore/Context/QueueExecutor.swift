package import Dispatch

/// Runs tasks on a serial queue, which needs no thread of the cooperative pool.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension StoreContext {
  /// Starts a task with this context in force: on its executor where it has one, else outside of the cooperative pool.
  ///
  /// Systems older than those that know task executors run it in the pool.
  /// - Parameters:
  ///   - queue: a serial queue, for concurrent ones share the threads of the pool on some systems.
  ///   - operation: is told whether it runs on the queue.
  package func startTask(
    outsideOfPoolOn queue: DispatchQueue, _ operation: @escaping @Sendable (_ isOnQueue: Bool) async -> Void
  ) -> Task<Void, Never> {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), taskExecutor == nil {
      let executor = QueueExecutor(queue)
      return Self.$current.withValue(self) {
        Task(executorPreference: executor) {
          await operation(true)
          // Not each version of the runtime keeps the executor alive while the task uses it.
          withExtendedLifetime(executor) {}
        }
      }
    }
    return startTask { await operation(false) }
  }

  /// Runs an operation where `startTask(outsideOfPoolOn:_:)` runs it, as a part of the caller's task.
  package func run<Result: Sendable>(
    outsideOfPoolOn queue: DispatchQueue, _ operation: @Sendable () async -> Result
  ) async -> Result {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), taskExecutor == nil else {
      return await operation()
    }
    let executor = QueueExecutor(queue)
    defer { withExtendedLifetime(executor) {} }
    return await withTaskExecutorPreference(executor, operation: operation)
  }
}
