/// Makes the effects of the runs that one state asked for. Keeps that state only until all of them are made.
@usableFromInline
struct EffectBatch<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline
  typealias Create = @Sendable (_ state: State, _ job: Effect.State, @escaping Dispatch<Action>) -> Effect

  @usableFromInline
  struct Content: Sendable {
    @usableFromInline var state: State?
    @usableFromInline var unmadeCount: Int

    @usableFromInline
    init(_ state: State, _ unmadeCount: Int) {
      self.state = state
      self.unmadeCount = unmadeCount
    }

    /// The state, for one of the runs.
    @inlinable
    mutating func take() -> State? {
      unmadeCount -= 1
      defer { if unmadeCount == 0 { state = nil } }
      return state
    }
  }

  /// The factory of a supervisor for the effects of `runCount` runs.
  @inlinable
  static func factory(
    _ runCount: Int, _ state: State, _ create: @escaping Create, _ settings: EffectSettings<Action>,
    _ dispatcher: RunDispatcher<State, Action>, _ supervisor: Supervisor
  ) -> Supervisor.EffectFactory {
    let content = Guarded(Content(state, runCount), lock: supervisor.lock)
    return { run in
      guard let state = content.withLock({ $0.take() }), !run.isClosed.isRaised else { return nil }
      let dispatch: Dispatch<Action> = { dispatcher.dispatch($0, of: run, unless: supervisor.closedFlag(of: run)) }
      let effect = create(state, run.state, dispatch)
      return settings.onFailure == nil ? effect : settings.handlingErrors(of: effect, run.state, dispatch)
    }
  }
}
