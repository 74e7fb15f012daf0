public import PureduxDifference
public import PureduxRecording

extension RecordedSession {
  /// Replays the actions of the session, and compares the resulting states with the recorded states.
  ///
  /// The stores are created with the recorded identity seed, and with a runner that never runs a turn, so effects,
  /// observers and middlewares are inactive. Reducers receive the recorded times and identities.
  ///
  /// ```swift
  /// let replay = session.replay { makeStore() }
  /// if let divergence = replay.divergence { print(divergence) }
  /// ```
  ///
  /// - Parameters:
  ///   - make: Creates the recorded store with its whole tree. For a main-actor store, call this method on the main
  ///     actor.
  ///   - child: Returns the new tree's counterpart of a recorded child store, or of a projection whose action type
  ///     differs from its store's. The closure is called once for each such child or projection, with the action type
  ///     in `actionTypes`. If the closure returns nil, the replay ends before the first action of that store.
  public func replay<State, Action>(
    _ make: () throws -> StateStore<State, Action>,
    child: (StateStore<State, Action>, RecordedStore) -> (any Store)? = { _, _ in nil }
  ) rethrows -> SessionReplay<State> {
    try withRun(make, child) { store, plan, run in
      run.run()
      return SessionReplay(
        fit: plan.fit, reducedActions: run.reducedActions, comparedStates: run.comparedStates,
        divergence: run.divergence, drewOtherValues: run.replay.draws.wentAstray,
        state: run.replay.read { store.node.capture($0) }())
    }
  }

  /// Determines, without running reducers, how much of the session can be replayed. This method takes the same
  /// parameters as ``replay(_:child:)``.
  public func fit<State, Action>(
    _ make: () throws -> StateStore<State, Action>,
    child: (StateStore<State, Action>, RecordedStore) -> (any Store)? = { _, _ in nil }
  ) rethrows -> SessionFit {
    try withRun(make, child) { _, plan, _ in plan.fit }
  }

  func withRun<State, Action, Result>(
    _ make: () throws -> StateStore<State, Action>,
    _ child: (StateStore<State, Action>, RecordedStore) -> (any Store)?,
    _ body: (StateStore<State, Action>, SessionPlan, SessionRun) throws -> Result
  ) rethrows -> Result {
    let runner = ManualRunner()
    return try StoreContext.with {
      $0.runner = runner
      if let seed { $0.identities = IdentitySource(seed: seed) }
    } operation: {
      let store = try make()
      let target = store.sessionTarget
      var children: [any Store] = []
      let plan = withoutActuallyEscaping(child) { child in
        SessionPlan(self, target) { recorded in
          guard let made = child(store, recorded) else { return nil }
          children.append(made)
          return (made as? any HasSessionTarget)?.sessionTarget
        }
      }
      defer { withExtendedLifetime((runner, children)) {} }
      return try body(store, plan, SessionRun(self, plan, target.tree))
    }
  }
}

/// The result of replaying a session.
public struct SessionReplay<State: Sendable>: Sendable {
  /// How much of the session could be replayed.
  public let fit: SessionFit
  /// The number of actions that the replay reduced.
  public let reducedActions: Int
  /// The number of states that the replay compared with the session.
  public let comparedStates: Int
  /// The first difference between the replay and the session; nil if all compared states are equal. The replay stops at
  /// the first difference.
  public let divergence: SessionDivergence?
  /// Whether a reducer requested times or identities that were not recorded, and received new values instead.
  public let drewOtherValues: Bool
  /// The state of the store at the end of the replay.
  public let state: State

  /// Whether the entire session was replayed using only recorded values, without differences from the recording.
  public var isFaithful: Bool { fit == .fully && divergence == nil && !drewOtherValues }
}

extension SessionReplay: CustomStringConvertible {
  /// A description of the extent of the replay, and of the first difference.
  public var description: String {
    let counts = "\(reducedActions) actions were reduced, and \(comparedStates) states compared."
    return [fit.description, counts, divergence?.description].compactMap { $0 }.joined(separator: "\n")
  }
}

/// The first difference between a replay and the recorded program.
public struct SessionDivergence: Sendable, CustomStringConvertible {
  /// The event after which the replayed state differs from the recorded state.
  public let event: RecordedEvent
  /// The number of the first event that may have caused the difference. This event may precede `event`, because states
  /// are not always checked after each event.
  public let firstPossibleEvent: Int
  /// The number of the store whose own state differs, or of a store below it in the tree.
  public let store: UInt64
  /// The difference from the recorded state to the replayed state; nil if the recorded state cannot be decoded.
  public let difference: Difference?

  /// A description of the event and of the difference.
  public var description: String {
    let place =
      firstPossibleEvent < event.number
      ? "one of events \(firstPossibleEvent) to \(event.number)" : "event \(event.number)"
    let what = difference.map { ":\n\($0)" } ?? "."
    return "The states differ after \(place), \(event) (- recorded, + replayed)\(what)"
  }
}

/// How much of a session can be replayed in a program.
///
/// The program may be a later version of the recorded program.
public enum SessionFit: Sendable, Hashable, CustomStringConvertible {
  /// The whole session can be replayed.
  case fully
  /// The session can be replayed only up to the given event, for the given reasons.
  case partly(upTo: Int, because: [String])
  /// No part of the session can be replayed, for the given reasons.
  case impossible(because: [String])

  /// A description of how much of the session can be replayed, and why the rest cannot.
  public var description: String {
    switch self {
    case .fully: "The whole session can be replayed."
    case .partly(let event, let reasons):
      "The session can be replayed up to event \(event), because \(reasons.joined(separator: "; "))."
    case .impossible(let reasons): "The session cannot be replayed, because \(reasons.joined(separator: "; "))."
    }
  }
}
