// Projections keep no state between turns and stand in the tree only while they are observed. Their
// transforms run at most once a turn, for all observers together, and need not be cheap to be idle.
extension StateStore {
  /// Makes a store that shows a part of this store's state and takes the same actions.
  ///
  /// It has no state of its own. `transform` runs at most once for each turn, whatever the number of observers, and not at
  /// all while nobody observes or reads. The store above it is kept alive by it.
  ///
  /// ```swift
  /// let titles = store.map(state: { $0.title })
  /// let subscription = titles.subscribe(removeDuplicates: .asEquatable) { print($0) }
  /// ```
  @inlinable
  public func map<Part: Sendable>(state transform: @escaping @Sendable (State) -> Part) -> StateStore<Part, Action> {
    project(transform, isOffered: nil)
  }

  /// Makes a store that shows the part of this store's state that the key path leads to.
  ///
  /// A closure is quicker: `map(state: { $0.title })`.
  ///
  /// ```swift
  /// let titles = store.map(state: \.title)
  /// ```
  @_disfavoredOverload
  @inlinable
  public func map<Part: Sendable>(
    state keyPath: any KeyPath<State, Part> & Sendable
  ) -> StateStore<Part, Action> {
    map(state: { $0[keyPath: keyPath] })
  }

  /// Makes a store that shows a part which may be missing.
  ///
  /// Its state is optional. For a part that is itself optional, this avoids an optional of an optional.
  ///
  /// ```swift
  /// let notes = store.flatMap(state: { $0.note })
  /// ```
  @inlinable
  public func flatMap<Part: Sendable>(
    state transform: @escaping @Sendable (State) -> Part?
  ) -> StateStore<Part?, Action> {
    map(state: transform)
  }

  /// Makes a store that shows the part the key path leads to, which may be missing.
  ///
  /// ```swift
  /// let notes = store.flatMap(state: \.note)
  /// ```
  @_disfavoredOverload
  @inlinable
  public func flatMap<Part: Sendable>(
    state keyPath: any KeyPath<State, Part?> & Sendable
  ) -> StateStore<Part?, Action> {
    map(state: keyPath)
  }

  /// Makes a store that takes actions of another type, and turns each into one of this store's actions.
  ///
  /// It shows the same state. Reducers here and above see the embedded action.
  ///
  /// ```swift
  /// let adder = store.map(actions: { (number: Int) in CounterAction.add(number) })
  /// adder.dispatch(4)
  /// ```
  ///
  /// - Parameter embed: Called once for each action, in its turn.
  @inlinable
  public func map<Part: Sendable>(
    actions embed: @escaping @Sendable (Part) -> Action
  ) -> StateStore<State, Part> {
    StateStore<State, Part>(node: node.embedding(embed))
  }

  /// The one form that all projections of a state come down to.
  @inlinable
  package func project<Part: Sendable>(
    _ transform: @escaping @Sendable (State) -> Part, isOffered: (@Sendable (Part) -> Bool)?
  ) -> StateStore<Part, Action> {
    StateStore<Part, Action>(node: node.projection(transform, isOffered: isOffered))
  }
}
