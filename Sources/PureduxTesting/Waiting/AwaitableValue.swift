internal import PureduxCore

/// A lock-protected value, and the tasks that wait until the value satisfies a condition.
final class AwaitableValue<Value: Sendable>: Sendable {
  private typealias WakeUp = @Sendable () -> Void

  private struct Waiter: Sendable {
    let id: UInt64
    /// Returns the closure that wakes the task, or nil if the value does not satisfy the task's condition.
    let look: @Sendable (Value) -> WakeUp?
    let giveUp: WakeUp

    init<Found: Sendable>(
      _ id: UInt64, for find: @escaping @Sendable (Value) -> Found?, _ continuation: CheckedContinuation<Found?, Never>
    ) {
      self.id = id
      look = { value in
        guard let found = find(value) else { return nil }
        return { continuation.resume(returning: found) }
      }
      giveUp = { continuation.resume(returning: nil) }
    }
  }

  private struct Content: Sendable {
    var value: Value
    var waiters: [Waiter] = []
    var lastID: UInt64 = 0
  }

  private let content: Guarded<Content>

  init(_ value: Value) { content = Guarded(Content(value: value)) }

  var value: Value { content.withLock { $0.value } }

  /// Runs `body` with the value, then wakes the tasks whose conditions are satisfied.
  @discardableResult
  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let (result, wakeUps) = content.withLock { content in (body(&content.value), Self.takeDue(from: &content)) }
    for wakeUp in wakeUps { wakeUp() }
    return result
  }

  /// Returns the first non-nil result of `find`, or nil if the task is cancelled or the limit expires.
  ///
  /// The limit counts only real time in which other tasks could run; see ``WaitTimer``. `find` is called with the lock
  /// held, so the closure must not access this object.
  func first<Found: Sendable>(
    within limit: Duration, _ find: @escaping @Sendable (Value) -> Found?
  ) async -> Found? {
    let id = content.withLock { content in
      content.lastID += 1
      return content.lastID
    }
    let timer = WaitTimer { [self] in giveUp(id) }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(id, for: find, continuation)
        // If the task is cancelled after this check, `onCancel` removes the waiter from the list.
        let wakeUp = content.withLock { content -> WakeUp? in
          if let wakeUp = waiter.look(content.value) { return wakeUp }
          if Task.isCancelled { return waiter.giveUp }
          content.waiters.append(waiter)
          return nil
        }
        if let wakeUp { wakeUp() } else { timer.start(after: limit) }
      }
    } onCancel: {
      giveUp(id)
    }
  }

  private func giveUp(_ id: UInt64) {
    let waiter = content.withLock { content in
      content.waiters.firstIndex { $0.id == id }.map { content.waiters.remove(at: $0) }
    }
    waiter?.giveUp()
  }

  private static func takeDue(from content: inout Content) -> [WakeUp] {
    if content.waiters.isEmpty { return [] }
    var wakeUps: [WakeUp] = []
    content.waiters.removeAll { waiter in
      guard let wakeUp = waiter.look(content.value) else { return false }
      wakeUps.append(wakeUp)
      return true
    }
    return wakeUps
  }
}

/// The time limit of a wait in a test. A longer wait fails the test at the caller's line.
struct WaitLimit {
  let duration: Duration
  let position: SourcePosition

  /// Returns the first non-nil result of `find`, or nil if the task is cancelled or time runs out.
  ///
  /// The test fails if the time limit expires.
  ///
  /// `missing` describes the missing value, and is called only if the test fails.
  func first<Value, Found: Sendable>(
    of value: AwaitableValue<Value>, _ find: @escaping @Sendable (Value) -> Found?, missing: (Value) -> String
  ) async -> Found? {
    if let found = await value.first(within: duration, find) { return found }
    let last = value.value
    guard !Task.isCancelled, find(last) == nil else { return find(last) }
    StoreContext.current.failureReporter.report(
      "Waited \(duration) for \(missing(last))\nTo fix: find out what the test waits for, or allow more time with `within:`.",
      at: position)
    return nil
  }
}

/// Calls a closure once, after a time limit that counts only real time in which other tasks could run.
///
/// The limit is measured in steps, so that a test does not fail merely because other tests occupy the cooperative pool
/// or the main thread. A step ends once its time has passed and the timer's own task has run, first on the pool and
/// then on the main thread. If no task can run at all, the closure is called ten minutes after the limit.
final class WaitTimer: Sendable {
  private static let steps = 10

  private let body: @Sendable () -> Void
  /// The scheduled timers; nil once this timer has fired or been cancelled.
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
