/// Lets the states through that a binding is updated with: those newer than the last, and different from it.
///
/// Not generic, because each round goes through all filters of a group: generic code would ask the state's type at each
/// of them how to retain it.
final class ChangeFilter: Sendable {
  /// Raised when the binding has ended. Nothing gets through any more.
  let isClosed = AtomicFlag()
  // Not an optional closure: taking one out of an enum retains it.
  private let isFiltered: Bool
  private let differs: @Sendable (UnsafeRawPointer, borrowing Turn) -> Bool
  private let latest = TurnLocal<UInt64?>(nil)

  init<State>(_ equating: Equating<State>?) {
    isFiltered = equating != nil
    guard let filter = equating?.makeFilter() else {
      differs = { _, _ in true }
      return
    }
    // SAFETY: `BoundMembers` calls this, with a pointer to a state of the type that its filters were made for.
    differs = { state, turn in lend(state.assumingMemoryBound(to: State.self)) { filter($0, turn) } }
  }

  /// Whether the binding is to be updated with the state of this revision.
  ///
  /// `state` points to one of the type that the filter was made for.
  func letsThrough(_ state: UnsafeRawPointer, _ revision: UInt64, _ turn: borrowing Turn) -> Bool {
    if isClosed.isRaised { return false }
    // What was read before another update was made is not shown after it.
    let isNew = latest.with(turn) { latest in
      if let latest, latest >= revision { return false }
      latest = revision
      return true
    }
    return isNew && (!isFiltered || differs(state, turn))
  }
}
