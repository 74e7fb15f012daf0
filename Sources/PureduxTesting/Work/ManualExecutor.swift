/// Runs tasks when a test says so, on the test's own thread, one piece at a time.
///
/// A task that prefers this executor runs wholly under its control: each piece between two
/// suspensions waits here, those of the actors that it calls included. What goes to the main actor,
/// to an actor with an executor of its own, or to a socket leaves, and comes back here.
///
/// Give it to a context with `context.taskExecutor = executor`.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class ManualExecutor: TaskExecutor {
  private struct Waiting {
    var jobs: [UnownedJob] = []
    var schedule: Schedule
  }

  private let waiting: Guarded<Waiting>

  private let onArrival: @Sendable () -> Void

  /// Runs what waits in the order that `schedule` gives; by default in order of arrival.
  public convenience init(schedule: Schedule = .inOrder) { self.init(schedule: schedule, onArrival: {}) }

  init(schedule: Schedule, onArrival: @escaping @Sendable () -> Void) {
    waiting = Guarded(Waiting(schedule: schedule))
    self.onArrival = onArrival
  }

  /// Keeps a piece of work until it is told to run it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    waiting.withLock { $0.jobs.append(unowned) }
    onArrival()
  }

  /// How many pieces of work could run now.
  public var waitingCount: Int { waiting.withLock { $0.jobs.count } }

  /// Runs one piece of work; false when none waits.
  @discardableResult
  public func runNext() -> Bool {
    let job = waiting.withLock { waiting in
      waiting.schedule.pick(from: waiting.jobs.count).map { waiting.jobs.remove(at: $0) }
    }
    job?.runSynchronously(on: asUnownedTaskExecutor())
    return job != nil
  }

  /// Runs what waits, and what that makes ready, until nothing is left to run here.
  public func runUntilIdle() {
    while runNext() {}
  }
}
