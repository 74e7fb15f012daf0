internal import Dispatch

/// Runs the tasks in which clocks sleep, on a thread outside of the cooperative pool.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class ClockExecutor: TaskExecutor {
  static let shared = ClockExecutor()

  private let queue = DispatchQueue(label: "Puredux clocks", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
