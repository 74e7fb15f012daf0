package import Dispatch

/// Calls a closure once, when a context's clock says that a duration has passed.
///
/// The wait does not need a thread of the cooperative pool, so a timer also fires while work holds all of them: the
/// system's time is kept by Dispatch, another clock sleeps in a task outside of the pool. Only where the context has a
/// task executor, as in a test, does the clock sleep there, and the closure is called there too.
///
/// A clock whose `sleep` throws although nobody cancelled it is reported, and the system's clock measures the wait
/// instead: a wait that failed is not over.
package final class StoreTimer: Sendable {
  private struct Pending: Sendable {
    let body: @Sendable () -> Void
    var cancelWaits: [@Sendable () -> Void] = []
  }

  private static let sharedQueue = DispatchQueue(label: "Puredux timers", qos: .userInitiated)
  /// Where clocks sleep, which must not be held up.
  private static let clockQueue = DispatchQueue(label: "Puredux clocks", qos: .userInitiated)

  /// Nil when the timer has fired or was cancelled.
  private let pending: Guarded<Pending?>

  /// A timer that has not been started.
  package init(_ body: @escaping @Sendable () -> Void) { pending = Guarded(Pending(body: body)) }

  /// Begins to wait, unless the timer was cancelled before.
  ///
  /// The wait begins with this call, not when a thread has fallen asleep for it. The closure is called with `context`
  /// in force, on `queue`, which must be a serial one: concurrent ones share the threads of the cooperative pool on some
  /// systems. Without a queue it is called on one that all timers share, and must return at once.
  package func start(after duration: Duration, in context: StoreContext, on queue: DispatchQueue? = nil) {
    start(at: context.clock.now() + duration.asWait, in: context, on: queue)
  }

  /// Begins to wait until the context's clock says this time, or for ten years, as `start(after:in:on:)` does.
  package func start(at end: Duration, in context: StoreContext, on queue: DispatchQueue? = nil) {
    let latest = context.clock.now() + Duration.longestWait
    let wait = Wait(end: min(end, latest), context: context, queue: queue ?? Self.sharedQueue)
    if context.clock.isSystem { waitBySystem(wait, until: wait.end, context.clock) } else { waitByClock(wait) }
  }

  /// Releases the closure, which is not called any more, unless its call has begun.
  package func cancel() {
    for cancelWait in pending.take()?.cancelWaits ?? [] { cancelWait() }
  }

  private struct Wait: Sendable {
    /// By the context's clock.
    let end: Duration
    let context: StoreContext
    let queue: DispatchQueue
  }

  private func fire(_ wait: Wait) {
    if let body = pending.take()?.body { StoreContext.inForce(wait.context, body) }
  }

  /// Has `cancel()` end a wait, at once if the timer was cancelled meanwhile.
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

/// A wait by the system's time, kept by Dispatch.
final class SystemWait: @unchecked Sendable {
  // SAFETY: the source is set once, and Dispatch lets every thread schedule and cancel a source.
  private let source: any DispatchSourceTimer

  /// The longest that Dispatch is asked to wait at once: on some systems its time stands still while the machine sleeps.
  private static let step = Duration.seconds(60)

  /// Calls `body` on `queue` when `clock` says that it is `end`, unless it is cancelled before.
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

  /// Begins to wait. A wait that was cancelled must begin too: Dispatch releases no source that was never activated.
  func start() { source.activate() }

  /// Releases the closure.
  func cancel() { source.cancel() }

  private func schedule(_ rest: Duration) {
    let (now, wait) = (DispatchTime.now().uptimeNanoseconds, Self.nanoseconds(of: min(max(rest, .zero), Self.step)))
    source.schedule(deadline: DispatchTime(uptimeNanoseconds: now + wait))
  }

  /// Rounded up. A `DispatchTimeInterval` holds an `Int`, which has 32 bits on a watch: 2.1 seconds.
  static func nanoseconds(of time: Duration) -> UInt64 {
    let (seconds, attoseconds) = time.components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000) + 1
  }
}

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
