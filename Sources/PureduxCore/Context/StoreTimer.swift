package import Dispatch

/// Calls a closure once, after a delay measured by a context's clock.
///
/// Waits on a system clock use a Dispatch timer; waits on any other clock use a sleeping task. On systems with task
/// executors, that task runs outside the cooperative pool, so the timer fires even if all threads of the pool are
/// blocked. If the context has a task executor, as in a test, the sleeping task runs on that executor instead, and the
/// closure is called there too.
///
/// If a clock's `sleep` throws although the task was not cancelled, the error is reported, and the system's clock
/// measures the rest of the delay.
package final class StoreTimer: Sendable {
  private struct Pending: Sendable {
    let body: @Sendable () -> Void
    var cancelWaits: [@Sendable () -> Void] = []
  }

  private static let sharedQueue = DispatchQueue(label: "Puredux timers", qos: .userInitiated)
  /// The queue for tasks that sleep on a clock other than the system's. Never block this queue.
  private static let clockQueue = DispatchQueue(label: "Puredux clocks", qos: .userInitiated)

  /// The closure to call, and the closures that cancel pending waits; nil after firing or cancellation.
  private let pending: Guarded<Pending?>

  /// Creates a timer that has not started.
  package init(_ body: @escaping @Sendable () -> Void) { pending = Guarded(Pending(body: body)) }

  /// Starts the timer, unless the timer has already been cancelled.
  ///
  /// The duration is measured from this call, not from the moment when a thread starts sleeping. The closure is called
  /// on `queue`, with `context` as the current context. The queue must be serial, because concurrent queues share the
  /// threads of the cooperative pool on some systems. If `queue` is nil, the closure is called on a queue that all
  /// timers share, so the closure must return quickly.
  package func start(after duration: Duration, in context: StoreContext, on queue: DispatchQueue? = nil) {
    start(at: context.clock.now() + duration.asWait, in: context, on: queue)
  }

  /// Like `start(after:in:on:)`, but fires at a time on the context's clock, at most ten years from now.
  package func start(at end: Duration, in context: StoreContext, on queue: DispatchQueue? = nil) {
    let latest = context.clock.now() + Duration.longestWait
    let wait = Wait(end: min(end, latest), context: context, queue: queue ?? Self.sharedQueue)
    if context.clock.isSystem { waitBySystem(wait, until: wait.end, context.clock) } else { waitByClock(wait) }
  }

  /// Releases the timer's closure without calling it, unless the call has already begun.
  package func cancel() {
    for cancelWait in pending.take()?.cancelWaits ?? [] { cancelWait() }
  }

  private struct Wait: Sendable {
    /// The time at which the wait ends, on the context's clock.
    let end: Duration
    let context: StoreContext
    let queue: DispatchQueue
  }

  private func fire(_ wait: Wait) {
    if let body = pending.take()?.body { StoreContext.inForce(wait.context, body) }
  }

  /// Registers a closure that `cancel()` calls to end a wait. Calls the closure at once if the timer has already fired
  /// or been cancelled.
  private func keep(_ cancelWait: @escaping @Sendable () -> Void) {
    let isOver = pending.withLock { pending in
      pending?.cancelWaits.append(cancelWait)
      return pending == nil
    }
    if isOver { cancelWait() }
  }

  private func waitBySystem(_ wait: Wait, until end: Duration, _ clock: StoreClock) {
    let systemWait = SystemWait(until: end, clock, queue: wait.queue) { self.fire(wait) }
    keep { systemWait.cancel() }
    systemWait.start()
  }

  private func waitByClock(_ wait: Wait) {
    let task = wait.context.startTask(outsideOfPoolOn: Self.clockQueue) { isOutsideOfPool in
      let clock = wait.context.clock
      do { try await clock.sleepUntil(wait.end) } catch {
        guard !Task.isCancelled else { return }
        let rest = wait.end - clock.now()
        wait.context.report(.clockFailed(rest, error))
        return self.waitBySystem(wait, until: StoreClock.continuous.now() + rest.asWait, .continuous)
      }
      if isOutsideOfPool { wait.queue.async { self.fire(wait) } } else { self.fire(wait) }
    }
    keep { task.cancel() }
  }
}

/// A wait that uses a Dispatch timer source.
final class SystemWait: @unchecked Sendable {
  // SAFETY: the source is set once, and Dispatch sources may be scheduled and cancelled on any thread.
  private let source: any DispatchSourceTimer

  /// The longest single wait on a Dispatch timer. Longer waits are split because, on some systems, Dispatch's clock
  /// stops while the machine sleeps.
  private static let step = Duration.seconds(60)

  /// Calls `body` on `queue` when `clock` reaches `end`, unless the wait is cancelled first.
  init(until end: Duration, _ clock: StoreClock, queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler { [weak self] in
      let rest = end - clock.now()
      if rest > .zero { return self?.schedule(rest) ?? () }
      self?.cancel()
      body()
    }
    schedule(end - clock.now())
  }

  deinit { source.cancel() }

  /// Starts the wait. Even a cancelled wait must be started, because Dispatch never releases a source that was not
  /// activated.
  func start() { source.activate() }

  /// Cancels the wait, and releases its closure.
  func cancel() { source.cancel() }

  private func schedule(_ rest: Duration) {
    let (now, wait) = (DispatchTime.now().uptimeNanoseconds, Self.nanoseconds(of: min(max(rest, .zero), Self.step)))
    source.schedule(deadline: DispatchTime(uptimeNanoseconds: now + wait))
  }

  /// A duration in nanoseconds, rounded up.
  ///
  /// Avoids `DispatchTimeInterval`, which stores an `Int`: a 32-bit `Int`, as on a watch, overflows after 2.1 seconds.
  static func nanoseconds(of time: Duration) -> UInt64 {
    let (seconds, attoseconds) = time.components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000) + 1
  }
}

/// Runs tasks on a serial queue instead of on the threads of the cooperative pool.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  package init(_ queue: DispatchQueue) { self.queue = queue }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension StoreContext {
  /// Starts a task on the context's executor if there is one, otherwise outside the cooperative pool.
  ///
  /// The task runs with this context as its current context. On systems without task executors, the task runs in the
  /// pool.
  /// - Parameters:
  ///   - queue: A serial queue, because concurrent queues share the threads of the pool on some systems.
  ///   - operation: The work of the task; receives true if the task runs on `queue`.
  package func startTask(
    outsideOfPoolOn queue: DispatchQueue, _ operation: @escaping @Sendable (_ isOnQueue: Bool) async -> Void
  ) -> Task<Void, Never> {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), taskExecutor == nil {
      let executor = QueueExecutor(queue)
      return Self.$current.withValue(self) {
        Task(executorPreference: executor) {
          await operation(true)
          // Some versions of the Swift runtime do not retain a task's executor while the task uses it.
          withExtendedLifetime(executor) {}
        }
      }
    }
    return startTask { await operation(false) }
  }

  /// Like `startTask(outsideOfPoolOn:_:)`, but runs the operation in the caller's task.
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

/// Marks daemon work: a test's story does not wait for daemon work to end.
package enum DaemonWork {
  /// Whether the current task belongs to daemon work.
  @TaskLocal package static var isCurrent = false
}
