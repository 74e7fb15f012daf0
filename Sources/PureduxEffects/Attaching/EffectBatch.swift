/// Creates effects for the runs that a collection in a single state requested. The batch retains that state only until the last effect
/// has been created.
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

    /// Returns the state for the next run's effect, and releases the state after the last run.
    @inlinable
    mutating func take() -> State? {
      unmadeCount -= 1
      defer { if unmadeCount == 0 { state = nil } }
      return state
    }
  }

  /// Returns a factory that creates the effects of `runCount` runs for a supervisor.
  @inlinable
  static func factory(
    _ runCount: Int, _ state: State, _ create: @escaping Create, _ settings: EffectSettings<Action>,
    _ post: @escaping EffectSite<Action>.Post, _ supervisor: Supervisor
  ) -> Supervisor.EffectFactory {
    let content = Guarded(Content(state, runCount), lock: supervisor.lock)
    return { run in
      guard let state = content.withLock({ $0.take() }), !run.isClosed.isRaised else { return nil }
      let dispatch: Dispatch<Action> = { post($0, run, supervisor.closedFlag(of: run)) }
      return settings.handlingErrors(of: create(state, run.state, dispatch), run.state, dispatch)
    }
  }
}

/// Creates the effects that a single state requested for elements of a collection.
@usableFromInline
struct ElementBatch<Element: Sendable, Action: Sendable>: Sendable {
  @usableFromInline typealias Create = @Sendable (_ element: Element, @escaping Dispatch<Action>) -> Effect
  @usableFromInline typealias OnFailure = @Sendable (_ element: Element, _ error: any Error) -> Action

  /// The elements whose effects have not been created yet.
  @usableFromInline
  struct Content: Sendable {
    @usableFromInline var elements: [Element?]
    @usableFromInline var unmadeCount: Int

    @usableFromInline
    init(_ elements: [Element?]) {
      self.elements = elements
      unmadeCount = elements.count
    }

    /// Removes and returns the element for the run at `index`.
    @inlinable
    mutating func take(_ index: Int) -> Element? {
      unmadeCount -= 1
      defer { if unmadeCount == 0 { elements = [] } }
      return elements[index].take()
    }
  }

  @usableFromInline let create: Create
  @usableFromInline let onFailure: OnFailure?

  @usableFromInline
  init(_ onFailure: OnFailure?, create: @escaping Create) {
    self.create = create
    self.onFailure = onFailure
  }

  /// Returns a factory that creates the effects of consecutive runs, starting with run number `first`.
  @inlinable
  func factory(
    _ elements: [Element?], from first: Int, _ post: @escaping EffectSite<Action>.Post, _ supervisor: Supervisor
  ) -> Supervisor.EffectFactory {
    let content = Guarded(Content(elements), lock: supervisor.lock)
    return { run in
      guard let element = content.withLock({ $0.take(run.number - first) }), !run.isClosed.isRaised else { return nil }
      let dispatch: Dispatch<Action> = { post($0, run, supervisor.closedFlag(of: run)) }
      var effect = create(element, dispatch)
      if let onFailure { effect.handleErrors { dispatch(onFailure(element, $0)) } }
      return effect
    }
  }
}

extension Effect {
  /// Sets the effect's error handler, unless the effect already has one.
  @usableFromInline
  mutating func handleErrors(_ handle: @escaping @Sendable (any Error) -> Void) {
    if onError == nil { onError = handle }
  }
}
