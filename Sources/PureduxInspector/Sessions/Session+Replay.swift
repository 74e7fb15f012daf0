public import PureduxRecording

extension RecordedSession {
  /// Reduces the actions of the session again, and compares the states with those of the session.
  ///
  /// The stores are made with a runner that never runs, so that no effect, observer or middleware does anything, and with
  /// the seed of identities that the program had. Reducers are given the times and identities that they drew when they were
  /// recorded.
  ///
  /// ```swift
  /// let replay = session.replay { makeStore() }
  /// if let divergence = replay.divergence { print(divergence) }
  /// ```
  ///
  /// - Parameters:
  ///   - make: Makes the store that was recorded, with its whole tree. A store whose reducer belongs to the main actor is to
  ///     be replayed there.
  ///   - child: Returns the store of this tree that takes the place of a recorded one with actions of its own: a child, or
  ///     a projection with actions of another type. It is asked once for each, with the type of the actions in
  ///     `actionTypes`. Where it returns nil, the session is replayed up to the first such action.
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

  /// Tells how far the session can be replayed, without reducing anything. The parameters are those of ``replay(_:child:)``.
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
