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

  /// Lets go of the closure, which is not called any more, unless its call has begun.
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
