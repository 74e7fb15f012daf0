extension StateStore {
  /// Makes a store that shows a part of this store's state, and makes it again only when the state has changed.
  ///
  /// `equating` says what a change is. `transform` runs once for each change, for all observers of all copies of this
  /// handle together, and not at all while nobody observes or reads. Observers are called only after a change, and reading
  /// gives what was made for them. The last part that was made is kept until the last handle and the last observer go.
  ///
  /// ```swift
  /// let label = store.map(state: { "\($0.title): \($0.count)" }, whenChanged: .equal { $0.count })
  /// let subscription = label.subscribe { print($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - transform: Makes the part. It should depend on nothing but what `equating` compares.
  ///   - equating: Says when two states give the same part. What it compares is kept, so compare small values or versions:
  ///     a large value that is kept is copied by the next change.
  ///   - name: What the store is called in the events of `tap(_:)`.
  @inlinable
  public func map<Part: Sendable>(
    state transform: @escaping @Sendable (_ state: State) -> Part, whenChanged equating: Equating<State>,
    name: String = "map"
  ) -> StateStore<Part, Action> {
    select(name, whenChanged: equating, compute: transform)
  }

  /// Makes a store that shows the same states and passes on only those that differ from the one before.
  ///
  /// Put it behind a selector or another projection whose result often stays the same.
  ///
  /// ```swift
  /// let isEmpty = store.map(state: { $0.count == 0 }).removeDuplicates()
  /// let subscription = isEmpty.subscribe { print($0) }
  /// ```
  ///
  /// - Parameter equating: Says when two states are the same. What it compares is kept.
  @inlinable
  public func removeDuplicates(_ equating: Equating<State>) -> StateStore {
    select(nil, whenChanged: equating) { $0 }
  }

  /// The one form that all selectors come down to. Those without a name are not told to the taps.
  @inlinable
  func select<Output: Sendable>(
    _ name: String?, whenChanged equating: Equating<State>, compute: @escaping @Sendable (State) -> Output
  ) -> StateStore<Output, Action> {
    StateStore<Output, Action>(node: node.selection(node.makeSelection(name, whenChanged: equating, compute: compute)))
  }
}

extension StateStore where State: Equatable {
  /// Makes a store that shows the same states and passes on only those that are not equal to the one before.
  ///
  /// The latest state is kept, so do not put it behind a store that shows a large part of the state as it is: the next
  /// change would copy that part.
  ///
  /// ```swift
  /// let isEmpty = store.map(state: { $0.count == 0 }).removeDuplicates()
  /// ```
  @inlinable
  public func removeDuplicates() -> StateStore { removeDuplicates(.asEquatable) }
}
