// Projections keep no state between turns and stand in the tree only while they are observed. Their
// transforms run at most once a turn, for all observers together, and need not be cheap to be idle.
extension StateStore {
  /// A store that shows a part of this one's state, and takes the same actions.
  @inlinable
  public func map<Part: Sendable>(state transform: @escaping @Sendable (State) -> Part) -> StateStore<Part, Action> {
    project(transform, isOffered: nil)
  }

  /// A store that shows a part of this one's state, and takes the same actions.
  @inlinable
  public func map<Part: Sendable>(
    state keyPath: any KeyPath<State, Part> & Sendable
  ) -> StateStore<Part, Action> {
    map(state: { $0[keyPath: keyPath] })
  }

  /// A store that shows a part that may be missing.
  @inlinable
  public func flatMap<Part: Sendable>(
    state transform: @escaping @Sendable (State) -> Part?
  ) -> StateStore<Part?, Action> {
    map(state: transform)
  }

  /// A store that shows a part that may be missing.
  @inlinable
  public func flatMap<Part: Sendable>(
    state keyPath: any KeyPath<State, Part?> & Sendable
  ) -> StateStore<Part?, Action> {
    map(state: keyPath)
  }

  /// A store that takes actions of another type, which become this one's on their way up.
  ///
  /// `embed` may be called several times for an action, inside its turn and before, so it should always give the same.
  @inlinable
  public func map<Part: Sendable>(
    actions embed: @escaping @Sendable (Part) -> Action
  ) -> StateStore<State, Part> {
    let parentQueue = node.actionQueue
    let work = WorkDetector(embed: embed, into: node)
    let family = ActionQueueFamily(tree: node.tree, work: work, middlewares: .embedding(embed, into: parentQueue, work: work))
    let path = ReductionPath(family: family, store: parentQueue.path.store) {
      action, turn, locked in parentQueue.path.reduce(embed(action), turn, locked)
    }
    let actionQueue = ActionQueue(own: parentQueue.own, path: path)
    return StateStore<State, Part>(
      node: StoreNode(
        actionQueue: actionQueue, source: node.source, audience: node.audience, base: node.baseOfProjection,
        options: node.asProjection))
  }

  /// The one form that all projections of a state come down to.
  @inlinable
  func project<Part: Sendable>(
    _ transform: @escaping @Sendable (State) -> Part, isOffered: (@Sendable (Part) -> Bool)?
  ) -> StateStore<Part, Action> {
    let audience = node.audience.below(node.tree.nextNumber()) { state, _ in transform(state) }
    return StateStore<Part, Action>(
      node: StoreNode(
        actionQueue: node.actionQueue, source: node.source.map(transform), audience: audience,
        base: node.baseOfProjection, options: node.optionsOfPart(isOffered: isOffered)))
  }
}

// A child's state is a pair of its parent's and its own; deeper children nest pairs. These flatten them.
extension StateStore {
  /// A child's pair, transformed with the two as separate values.
  @inlinable
  public func map<A, B, Part: Sendable>(
    state transform: @escaping @Sendable (A, B) -> Part
  ) -> StateStore<Part, Action> where State == (A, B) {
    map(state: { transform($0.0, $0.1) })
  }

  /// The states of all levels side by side instead of nested in pairs.
  @inlinable
  public func flatMap<each A, B>() -> StateStore<(repeat each A, B), Action>
  where State == ((repeat each A), B), repeat each A: Sendable, B: Sendable {
    map(state: { state in (repeat each state.0, state.1) })
  }
}

// The pack above flattens a pair within a pair. Deeper ones have a form each, for a pack cannot say how deep.
extension StateStore {
  /// The states of 4 levels side by side.
  @inlinable
  public func flatMap<A, B, C, D>() -> StateStore<(A, B, C, D), Action>
  where State == (((A, B), C), D) {
    map(state: { state in
      let (((a, b), c), d) = state
      return (a, b, c, d)
    })
  }

  /// The states of 5 levels side by side.
  @inlinable
  public func flatMap<A, B, C, D, E>() -> StateStore<(A, B, C, D, E), Action>
  where State == ((((A, B), C), D), E) {
    map(state: { state in
      let ((((a, b), c), d), e) = state
      return (a, b, c, d, e)
    })
  }

  /// The states of 6 levels side by side.
  @inlinable
  public func flatMap<A, B, C, D, E, F>() -> StateStore<(A, B, C, D, E, F), Action>
  where State == (((((A, B), C), D), E), F) {
    map(state: { state in
      let (((((a, b), c), d), e), f) = state
      return (a, b, c, d, e, f)
    })
  }

  /// The states of 7 levels side by side.
  @inlinable
  public func flatMap<A, B, C, D, E, F, G>() -> StateStore<(A, B, C, D, E, F, G), Action>
  where State == ((((((A, B), C), D), E), F), G) {
    map(state: { state in
      let ((((((a, b), c), d), e), f), g) = state
      return (a, b, c, d, e, f, g)
    })
  }

  /// The states of 8 levels side by side.
  @inlinable
  public func flatMap<A, B, C, D, E, F, G, H>() -> StateStore<(A, B, C, D, E, F, G, H), Action>
  where State == (((((((A, B), C), D), E), F), G), H) {
    map(state: { state in
      let (((((((a, b), c), d), e), f), g), h) = state
      return (a, b, c, d, e, f, g, h)
    })
  }

  /// The states of 9 levels side by side.
  @inlinable
  public func flatMap<A, B, C, D, E, F, G, H, I>() -> StateStore<(A, B, C, D, E, F, G, H, I), Action>
  where State == ((((((((A, B), C), D), E), F), G), H), I) {
    map(state: { state in
      let ((((((((a, b), c), d), e), f), g), h), i) = state
      return (a, b, c, d, e, f, g, h, i)
    })
  }
}
