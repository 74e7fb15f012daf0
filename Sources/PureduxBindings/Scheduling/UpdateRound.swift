internal import Dispatch

/// The updates of one round while they are made: each on its binding's queue, one queue after another, and those of
/// the main actor last.
struct UpdateRound: Sendable {
  private struct Part: Sendable {
    let queue: DispatchQueue?
    /// Nil once it was called, so that the state is released.
    var pending: PendingUpdate?
    var update: Update?
  }

  private var parts: [Part] = []

  /// A round with room for so many updates.
  init(of count: Int = 0) { parts.reserveCapacity(count) }

  /// Adds an update, which is made on this queue; nil for the main actor.
  mutating func add(_ pending: @escaping PendingUpdate, on queue: DispatchQueue?) {
    parts.append(Part(queue: queue, pending: pending))
  }

  /// A queue on which updates are still to be made.
  var nextQueue: DispatchQueue? { parts.lazy.filter { $0.pending != nil }.compactMap(\.queue).first }

  /// Makes the updates of this queue; nil for the main actor.
  mutating func make(on queue: DispatchQueue?) {
    for index in parts.indices where parts[index].queue === queue {
      parts[index].update = parts[index].pending?()
      parts[index].pending = nil
    }
  }

  /// Whether nothing is left to make or to show.
  var isEmpty: Bool { parts.allSatisfy { $0.pending == nil && $0.update == nil } }

  /// The updates that were made, in the order in which they were added.
  var updates: [Update] { parts.compactMap(\.update) }
}
