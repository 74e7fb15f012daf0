/// The members of a gate, kept alive while they are ended.
struct EndingMembers: Sendable {
  enum Member: Sendable {
    case store(any GateMember)
    case gate(ChildGate)

    func end(gate endGate: (ChildGate) -> Void) {
      switch self {
      case .store(let store): store.closeWithElement()
      case .gate(let gate): endGate(gate)
      }
    }
  }

  /// Kept apart, as in `GateMembers`.
  let oldest: (any GateMember)?
  var others: [Member] = []

  /// In this order children end before their parents.
  func youngestFirst(_ end: (Member) -> Void) {
    for member in others.reversed() { end(member) }
    if let oldest { end(.store(oldest)) }
  }
}
