// Projections keep no state between turns, and are attached to the tree only while they are observed. Each transform
// runs at most once per turn, regardless of the number of observers, and costs nothing without observers.
extension StateStore {
  /// Returns a store of a part of this store's state, with the same actions.
  ///
  /// The projection has no state of its own. `transform` runs at most once per turn, regardless of the number of
  /// observers, and once for each read of the projection's state. The projection retains this store.
  ///
  /// ```swift
  /// let titles = store.map(state: { $0.title })
  /// let subscription = titles.subscribe(removeDuplicates: .asEquatable) { print($0) }
  /// let notes = store.map(state: \.note)              // optional, as the note is
  /// ```
  ///
  /// For a child store, whose state is a pair, the closure may take two parameters:
  ///
  /// ```swift
  /// let child = store.with(0) { (taps: inout Int, action: CounterAction) in taps += 1 }
  /// let lines = child.map { counter, taps in "\(counter.count) after \(taps) taps" }
  /// ```
  ///
  /// - Parameter transform: Computes the part of the state. A closure or a key-path literal is faster than a key path in
  ///   a variable.
  @inlinable
  public func map<Part: Sendable>(state transform: @escaping @Sendable (State) -> Part) -> StateStore<Part, Action> {
    project(transform, isOffered: nil)
  }

  /// Returns a store of the part at a key path of this store's state, with the same actions.
  ///
  /// Equivalent to the overload that takes a closure; use this overload for a key path stored in a variable. This
  /// overload also lets the compiler report a misspelled property in a key-path literal as a single error.
  @_disfavoredOverload
  @inlinable
  public func map<Part: Sendable>(
    state keyPath: any KeyPath<State, Part> & Sendable
  ) -> StateStore<Part, Action> {
    map(state: { $0[keyPath: keyPath] })
  }

  /// Returns a store that has another action type and embeds its actions in this store's actions.
  ///
  /// The returned store has the same state as this store. The reducers of this store and its ancestors receive the
  /// result of `embed`.
  ///
  /// ```swift
  /// let adder = store.map(actions: { (number: Int) in CounterAction.add(number) })
  /// adder.dispatch(4)
  /// ```
  ///
  /// - Parameter embed: Converts an action to this store's action type. Called once for each action, in the action's
  ///   turn.
  @inlinable
  public func map<Part: Sendable>(
    actions embed: @escaping @Sendable (Part) -> Action
  ) -> StateStore<State, Part> {
    StateStore<State, Part>(node: node.embedding(embed))
  }

  /// Designated method; all projections of a state delegate to it.
  @inlinable
  package func project<Part: Sendable>(
    _ transform: @escaping @Sendable (State) -> Part, isOffered: (@Sendable (Part) -> Bool)?
  ) -> StateStore<Part, Action> {
    StateStore<Part, Action>(node: node.projection(transform, isOffered: isOffered))
  }
}

// A child's state is a pair of the parent's state and the child's own state, so the states of deeper children are
// nested pairs. The following method flattens nested pairs.
extension StateStore {
  /// Returns a store whose state is a flat tuple instead of nested pairs.
  ///
  /// ```swift
  /// let child = store.with(0) { (taps: inout Int, action: CounterAction) in taps += 1 }
  /// let grandchild = child.with("") { (note: inout String, action: CounterAction) in note = "seen" }
  /// let flat = grandchild.flatMap()
  /// let subscription = flat.subscribe { counter, taps, note in print(counter.count, taps, note) }
  /// ```
  ///
  /// Flattens only one level of nesting, because a parameter pack cannot express nested pairs. For more levels, flatten
  /// each child where it is created: `parent.with(…).flatMap()`.
  @inlinable
  public func flatMap<each A, B>() -> StateStore<(repeat each A, B), Action>
  where State == ((repeat each A), B), repeat each A: Sendable, B: Sendable {
    map(state: { state in (repeat each state.0, state.1) })
  }
}
