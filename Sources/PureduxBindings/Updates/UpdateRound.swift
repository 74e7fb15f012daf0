internal import Dispatch

/// The updates of one round while they are made: each on the queue that its binding wants, one queue after another,
/// and on the main actor last.
struct UpdateRound: Sendable {
  /// Makes an update of a state that was taken when the round began.
  typealias Maker = @Sendable (borrowing Turn) -> Update?

  private struct Part: Sendable {
    let queue: DispatchQueue?
    /// Nil once it has been called, so that it lets go of the state.
    var make: Maker?
    var update: Update?
  }

  private var parts: [Part] = []

  /// A round in which so many take part.
  init(of count: Int = 0) { parts.reserveCapacity(count) }

  /// Takes part in the round; with nil for its queue, on the main actor.
  mutating func add(_ make: @escaping Maker, on queue: DispatchQueue?) {
    parts.append(Part(queue: queue, make: make))
  }

  /// A queue on which something is still to be made.
  var nextQueue: DispatchQueue? { parts.lazy.filter { $0.make != nil }.compactMap(\.queue).first }

  /// Makes what is to be made on this queue; nil for the main actor.
  mutating func make(on queue: DispatchQueue?, _ turn: borrowing Turn) {
    for index in parts.indices where parts[index].queue === queue {
      parts[index].update = parts[index].make?(turn)
      parts[index].make = nil
    }
  }

  /// Whether nothing is left to make or to show.
  var isEmpty: Bool { parts.allSatisfy { $0.make == nil && $0.update == nil } }

  /// What was made, in the order in which the bindings take part.
  var updates: [Update] { parts.compactMap(\.update) }
}
