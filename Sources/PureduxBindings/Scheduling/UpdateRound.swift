internal import Dispatch

/// The updates of one round while they are made: each on its binding's queue, one queue after another, and those of
/// the main actor last.
struct UpdateRound: Sendable {
  private struct Part: Sendable {
    let queue: DispatchQueue?
    /// Nil once it was called, so that the state is released.
    var pending: PendingUpdates?
  }

  private var parts: [Part] = []
  private var made: [Update] = []

  /// Adds updates that are made on this queue; nil for the main actor.
  mutating func add(_ pending: @escaping PendingUpdates, on queue: DispatchQueue?) {
    parts.append(Part(queue: queue, pending: pending))
  }

  /// A queue on which updates are still to be made.
  var nextQueue: DispatchQueue? { parts.lazy.filter { $0.pending != nil }.compactMap(\.queue).first }

  /// Makes the updates of this queue; nil for the main actor.
  mutating func make(on queue: DispatchQueue?) {
    for index in parts.indices where parts[index].queue === queue {
      guard let pending = parts[index].pending else { continue }
      made += pending()
      parts[index].pending = nil
    }
  }

  /// Whether nothing is left to make or to show.
  var isEmpty: Bool { made.isEmpty && parts.allSatisfy { $0.pending == nil } }

  /// The updates that were made, in the order in which their bindings were made.
  var updates: [Update] { made.sorted { $0.number < $1.number } }
}
