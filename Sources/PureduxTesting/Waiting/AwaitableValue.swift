/// A value that changes under a lock, and the tasks that wait until it satisfies a condition.
final class AwaitableValue<Value: Sendable>: Sendable {
  private typealias WakeUp = @Sendable () -> Void

  private struct Waiter: Sendable {
    let id: UInt64
    /// Returns how to wake the task if the value satisfies its condition.
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

  /// Runs `body` with the value, then wakes the tasks whose conditions hold.
  @discardableResult
  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let (result, wakeUps) = content.withLock { content in (body(&content.value), Self.takeDue(from: &content)) }
    for wakeUp in wakeUps { wakeUp() }
    return result
  }

  /// Returns the result of `find` as soon as it is not nil; nil if the task is cancelled or the limit expires first.
  ///
  /// The limit is real time in which other tasks could run, see ``WaitTimer``. `find` is called with the lock held, so
  /// it must not call this type again.
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
        // A cancellation after this check finds the waiter in the list.
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
