/// Makes the effects for elements of a collection: the runs that one state asked for, each with its element.
@usableFromInline
struct ElementBatch<Element: Sendable, Action: Sendable>: Sendable {
  @usableFromInline typealias Create = @Sendable (_ element: Element, @escaping Dispatch<Action>) -> Effect
  @usableFromInline typealias OnFailure = @Sendable (_ element: Element, _ error: any Error) -> Action

  /// The elements whose effects are not made yet.
  @usableFromInline
  struct Content: Sendable {
    @usableFromInline var elements: [Element?]
    @usableFromInline var unmadeCount: Int

    @usableFromInline
    init(_ elements: [Element?]) {
      self.elements = elements
      unmadeCount = elements.count
    }

    /// The element of one of the runs.
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

  /// The factory of a supervisor for the effects of runs, of which the first has the number `first`.
  @inlinable
  func factory<State>(
    _ elements: [Element?], from first: Int, _ dispatcher: RunDispatcher<State, Action>, _ supervisor: Supervisor
  ) -> Supervisor.EffectFactory {
    let content = Guarded(Content(elements), lock: supervisor.lock)
    return { run in
      guard let element = content.withLock({ $0.take(run.number - first) }), !run.isClosed.isRaised else { return nil }
      let dispatch: Dispatch<Action> = { dispatcher.dispatch($0, of: run, unless: supervisor.closedFlag(of: run)) }
      var effect = create(element, dispatch)
      if let onFailure { effect.handleErrors { dispatch(onFailure(element, $0)) } }
      return effect
    }
  }
}

extension Effect {
  /// Handles the errors that it does not handle itself.
  @usableFromInline
  mutating func handleErrors(_ handle: @escaping @Sendable (any Error) -> Void) {
    if onError == nil { onError = handle }
  }
}
