/// The members of a gate, kept alive while they are ended.
struct EndingMembers: Sendable {
  enum Member: Sendable {
    case store(any GateMember)
    case gate(ChildGate)

    func close() {
      switch self {
      case .store(let store): store.closeWithElement()
      case .gate(let gate): gate.close()
      }
    }

    func release() {
      switch self {
      case .store(let store): store.closeWithElement()
      case .gate(let gate): gate.release()
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
