internal import Dispatch

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

  /// Begins to wait; also needed of one that was cancelled, for Dispatch lets go of no source that never began.
  func start() { source.activate() }

  /// Lets go of the closure.
  func cancel() { source.cancel() }

  private func schedule(_ rest: Duration) {
    let (seconds, attoseconds) = min(max(rest, .zero), Self.step).components
    let nanoseconds = Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000) + 1
    source.schedule(deadline: .now() + .nanoseconds(nanoseconds))
  }
}
