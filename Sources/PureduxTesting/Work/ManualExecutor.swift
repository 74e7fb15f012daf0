/// Runs tasks on a test's request, on the thread of the test, one piece at a time.
///
/// A task that prefers this executor runs entirely under its control: each piece between two suspensions is queued
/// here, including the pieces of actors that it calls. Work for the main actor, for an actor with its own executor, or
/// for a socket runs elsewhere, and then returns here.
///
/// Use it in a context with `context.taskExecutor = executor`.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class ManualExecutor: TaskExecutor {
  private struct Waiting {
    var jobs: [UnownedJob] = []
    var schedule: Schedule
  }

  private let waiting: Guarded<Waiting>

  private let onArrival: @Sendable () -> Void

  /// Runs the waiting work in the order of `schedule`; by default in order of arrival.
  public convenience init(schedule: Schedule = .inOrder) { self.init(schedule: schedule, onArrival: {}) }

  init(schedule: Schedule, onArrival: @escaping @Sendable () -> Void) {
    waiting = Guarded(Waiting(schedule: schedule))
    self.onArrival = onArrival
  }

  /// Queues a piece of work until the test runs it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    waiting.withLock { $0.jobs.append(unowned) }
    onArrival()
  }

  /// The number of pieces of work that are ready to run.
  public var waitingCount: Int { waiting.withLock { $0.jobs.count } }

  /// Runs one piece of work; returns false if none waits.
  @discardableResult
  public func runNext() -> Bool {
    let job = waiting.withLock { waiting in
      waiting.schedule.pick(from: waiting.jobs.count).map { waiting.jobs.remove(at: $0) }
    }
    job?.runSynchronously(on: asUnownedTaskExecutor())
    return job != nil
  }

  /// Runs the waiting work, and the work that it makes ready, until nothing is left here.
  public func runUntilIdle() {
    while runNext() {}
  }
}
