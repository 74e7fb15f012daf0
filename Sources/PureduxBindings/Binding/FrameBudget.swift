internal import Dispatch

/// The time that one turn of the main actor may spend waiting for other queues.
@MainActor
final class FrameBudget {
  static let shared = FrameBudget()

  /// What this turn of the main actor has spent; nil where it has not waited yet.
  private var spent: Duration?

  /// Calls `wait` with the time that it may take, unless all of it is spent.
  /// - Parameter limit: the time for all calls of one turn.
  func spend(_ limit: Duration, _ wait: (DispatchTimeInterval) -> Void) {
    if spent == nil { Task { @MainActor in spent = nil } }
    let before = spent ?? .zero
    spent = before
    guard before < limit else { return }
    let clock = ContinuousClock()
    spent = before + clock.measure { wait(.nanoseconds(Int((limit - before) / .nanoseconds(1)))) }
  }
}
