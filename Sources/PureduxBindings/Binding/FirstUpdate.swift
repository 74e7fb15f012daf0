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
    FrameBudget.shared.spend(limit) { _ = isMade.wait(timeout: .now() + $0) }
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
