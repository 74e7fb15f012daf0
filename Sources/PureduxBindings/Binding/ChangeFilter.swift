/// Lets the states through that a binding is updated with: those newer than the last, and different from it.
final class ChangeFilter<State: Sendable>: Sendable {
  /// Raised when the binding has ended. Nothing gets through any more.
  let isClosed = AtomicFlag()
  private let differs: Equating<State>.Filter?
  private let latest = TurnLocal<UInt64?>(nil)

  init(_ equating: Equating<State>?) { differs = equating?.makeFilter() }

  /// Whether the binding is to be updated with the state of this revision.
  func letsThrough(_ state: State, _ revision: UInt64, _ turn: borrowing Turn) -> Bool {
    if isClosed.isRaised { return false }
    // What was read before another update was made is not shown after it.
    let isNew = latest.with(turn) { latest in
      if let latest, latest >= revision { return false }
      latest = revision
      return true
    }
    guard isNew, let differs else { return isNew }
    return differs(state, turn)
  }
}
