internal import Dispatch

/// An update that is computed on a queue while the main actor waits, up to a time limit.
final class FirstUpdate: Sendable {
  private enum Phase: Sendable {
    case awaited
    case made([Update])
    /// The main actor has stopped waiting for the update.
    case late
  }

  private let phase = Guarded(Phase.awaited)

  /// Computes an update on a queue, and displays it.
  ///
  /// An update that is ready in time is displayed before this method returns. A late update is displayed as soon as it
  /// is ready.
  ///
  /// Waits no longer than `limit`, because the computation of the props may itself wait for the main thread, or the
  /// queue may be suspended. Does not wait if earlier views have used up the limit in the same turn of the main actor.
  @MainActor
  static func show(from queue: DispatchQueue, within limit: Duration, _ make: @escaping PendingUpdates) {
    let (first, isMade) = (FirstUpdate(), DispatchSemaphore(value: 0))
    // Runs at the main thread's priority, because the main thread waits for this work.
    queue.async(qos: .userInteractive, flags: .enforceQoS) {
      first.finish(make())
      isMade.signal()
    }
    FrameBudget.shared.spend(limit) { _ = isMade.wait(timeout: $0) }
    for update in first.takeInTime() { update.show() }
  }

  private func finish(_ updates: [Update]) {
    let isLate = phase.withLock { phase in
      if case .late = phase { return true }
      phase = .made(updates)
      return false
    }
    if isLate { Task { @MainActor in for update in updates { update.show() } } }
  }

  private func takeInTime() -> [Update] {
    phase.withLock { phase in
      if case .made(let updates) = phase { return updates }
      phase = .late
      return []
    }
  }
}

/// The time that one turn of the main actor may spend waiting for other queues.
@MainActor
final class FrameBudget {
  static let shared = FrameBudget()

  /// The time spent waiting in this turn of the main actor; nil before the first wait.
  private var spent: Duration?

  /// Calls `wait` with a deadline, unless the budget is used up.
  /// - Parameter limit: The budget for all calls in one turn.
  func spend(_ limit: Duration, _ wait: (_ end: DispatchTime) -> Void) {
    if spent == nil { Task { @MainActor in spent = nil } }
    let before = spent ?? .zero
    spent = before
    guard before < limit else { return }
    let clock = ContinuousClock()
    // Use 64-bit integers, because `DispatchTimeInterval` stores an `Int`, which has only 32 bits on some watches.
    let rest = min(limit - before, .seconds(60)).components
    let nanoseconds = UInt64(rest.seconds) * 1_000_000_000 + UInt64(rest.attoseconds / 1_000_000_000)
    let end = DispatchTime(uptimeNanoseconds: DispatchTime.now().uptimeNanoseconds + nanoseconds)
    spent = before + clock.measure { wait(end) }
  }
}

extension StoreContext {
  private enum FirstFrameKey: StoreContextKey {
    static var defaultValue: Duration { .milliseconds(8) }
  }

  /// The maximum time that the first frame waits for props from other queues: half a frame by default.
  var firstFrameWait: Duration {
    get { self[FirstFrameKey.self] }
    set { self[FirstFrameKey.self] = newValue }
  }
}

/// A value that is created on one thread and transferred to another.
package struct UncheckedTransfer<Value>: @unchecked Sendable {
  // SAFETY: props are created on the queue that computes them, and are then read only by the update that transfers them
  // to the main actor. Parts of the props may be retained in only two other places: a user's props closure that stores
  // its own result, and `ShownProps`, which compares the props with newer ones on the same queue. An `ActionBinding` is
  // created and read only on the main actor.
  package let value: Value

  package init(value: Value) { self.value = value }
}
