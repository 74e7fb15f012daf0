// Names of Puredux 2 for which there are better words. They go with the next major version.

extension StateStore {
  /// A handle that does not keep this store alive, and keeps its last state, which stays readable.
  @available(*, deprecated, message: "Use `weak()`, which says whether the store is still there.")
  public func weakStore() -> AnyStore<State, Action> { weakHandle }

  /// Shows the states, takes the actions, and keeps no store alive; the last state stays readable.
  package var weakHandle: StateStore<State, Action> { StateStore(node: node.window()) }
}

extension Observer {
  /// Takes a state, and says whether to call again.
  @available(*, deprecated, renamed: "Observe")
  public typealias StateHandler = Observe
}

extension Equating {
  /// Says whether two states are the same.
  @available(*, deprecated, message: "Write `@Sendable (State, State) -> Bool`.")
  public typealias Predicate = @Sendable (_ one: State, _ other: State) -> Bool

  /// Whether two states are the same.
  @available(*, deprecated, message: "Call the value itself: `equating(one, other)`.")
  public var predicate: @Sendable (_ one: State, _ other: State) -> Bool { compare }
}
