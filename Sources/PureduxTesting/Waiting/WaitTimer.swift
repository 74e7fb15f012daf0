import PureduxCore

/// Calls a closure once, after a limit of real time in which other tasks could run.
///
/// A waiting test is not at fault while other tests occupy the cooperative pool or the main thread. So the limit passes
/// in steps, and a step ends after its time when a task has run on both of them. If no task gets through at all, the
/// closure is called ten minutes after the limit.
final class WaitTimer: Sendable {
  private static let steps = 10

  private let body: @Sendable () -> Void
  /// Nil after the timer has fired or was cancelled.
  private let pending: Guarded<[StoreTimer]?> = Guarded([])

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func start(after limit: Duration) {
    add(StoreTimer { [self] in fire() }, after: limit + .seconds(600))
    startStep(1, of: limit / Self.steps)
  }

  func cancel() {
    for timer in pending.take() ?? [] { timer.cancel() }
  }

  private func startStep(_ number: Int, of duration: Duration) {
    let timer = StoreTimer { [self] in
      Task {
        await MainActor.run {}
        if number == Self.steps { fire() } else { startStep(number + 1, of: duration) }
      }
    }
    add(timer, after: duration)
  }

  private func add(_ timer: StoreTimer, after duration: Duration) {
    let isPending = pending.withLock { pending in
      pending?.append(timer)
      return pending != nil
    }
    if isPending { timer.start(after: duration, in: .inRealTime) }
  }

  private func fire() {
    guard let timers = pending.take() else { return }
    for timer in timers { timer.cancel() }
    body()
  }
}

extension StoreContext {
  fileprivate static var inRealTime: StoreContext {
    var context = StoreContext()
    context.clock = .continuous
    return context
  }
}
