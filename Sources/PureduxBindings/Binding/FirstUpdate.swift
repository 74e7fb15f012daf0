internal import Dispatch

/// An update that a queue makes while the main actor waits for it, though not for long.
final class FirstUpdate: Sendable {
  private enum Phase: Sendable {
    case awaited
    case made([Update])
    /// The main actor went on without it.
    case late
  }

  private let phase = Guarded(Phase.awaited)

  /// Has the update made on a queue, and shows it: at once if it is made in time, otherwise as soon as it is made.
  ///
  /// Waits half a frame at most, in which work that needs the main thread and a queue that is suspended are waited for in
  /// vain, and for nothing once several views have spent that time in one turn of the main actor.
  @MainActor
  static func show(from queue: DispatchQueue, within limit: Duration, _ make: @escaping PendingUpdates) {
    let (first, isMade) = (FirstUpdate(), DispatchSemaphore(value: 0))
    // As urgent as the main thread, which waits for it.
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

  /// What this turn of the main actor has spent; nil where it has not waited yet.
  private var spent: Duration?

  /// Calls `wait` with the time at which it has to end, unless all is spent.
  /// - Parameter limit: the time for all calls of one turn.
  func spend(_ limit: Duration, _ wait: (_ end: DispatchTime) -> Void) {
    if spent == nil { Task { @MainActor in spent = nil } }
    let before = spent ?? .zero
    spent = before
    guard before < limit else { return }
    let clock = ContinuousClock()
    // In 64 bits: an interval of Dispatch holds an `Int`, which has 32 on a watch.
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

  /// How long the first frame of views waits for props that other queues make: half a frame.
  var firstFrameWait: Duration {
    get { self[FirstFrameKey.self] }
    set { self[FirstFrameKey.self] = newValue }
  }
}

/// A value that one thread makes, lets go of, and hands to another.
struct UncheckedTransfer<Value>: @unchecked Sendable {
  // SAFETY: made where props are made, and read once, by the update that takes it to the main actor; its maker keeps
  // nothing of it, save what a user's own props closure would keep of its result, and what `ShownProps` keeps to compare
  // it by the user's `==`, on the queue on which props are made.
  let value: Value
}
