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
    StateStore<State, Part>(node: node.embedding(embed))
  }

  /// The one form that all projections of a state come down to.
  @inlinable
  func project<Part: Sendable>(
    _ transform: @escaping @Sendable (State) -> Part, isOffered: (@Sendable (Part) -> Bool)?
  ) -> StateStore<Part, Action> {
    StateStore<Part, Action>(node: node.projection(transform, isOffered: isOffered))
  }
}
