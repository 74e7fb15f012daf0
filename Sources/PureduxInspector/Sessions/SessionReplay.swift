/// What came of reducing the actions of a session again.
public struct SessionReplay<State: Sendable>: Sendable {
  /// How far the session could be read here.
  public let fit: SessionFit
  /// How many actions were reduced.
  public let reducedActions: Int
  /// How many states were compared with those of the session.
  public let comparedStates: Int
  /// The first difference; nil where all states that were compared are equal. The replay ends there.
  public let divergence: SessionDivergence?
  /// Whether a reducer asked for other times or identities than when it was recorded, so that it had to be given new ones.
  public let drewOtherValues: Bool
  /// The state of the store at the end.
  public let state: State

  /// Whether the whole session was replayed, to the same states as far as they were compared.
  public var isFaithful: Bool { fit == .fully && divergence == nil && !drewOtherValues }
}

extension SessionReplay: CustomStringConvertible {
  /// How far it went, and the first difference.
  public var description: String {
    let counts = "\(reducedActions) actions were reduced, and \(comparedStates) states compared."
    return [fit.description, counts, divergence?.description].compactMap { $0 }.joined(separator: "\n")
  }
}
