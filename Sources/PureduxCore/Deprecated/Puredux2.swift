// Names of Puredux 2 for which there are better words. They will be removed in the next major version.

extension StateStore {
  /// Makes a store that shows a part which may be missing.
  @available(*, deprecated, renamed: "map(state:)")
  public func flatMap<Part: Sendable>(
    state transform: @escaping @Sendable (State) -> Part?
  ) -> StateStore<Part?, Action> { map(state: transform) }

  /// Makes a store that shows the part the key path leads to, which may be missing.
  @available(*, deprecated, renamed: "map(state:)")
  @_disfavoredOverload
  public func flatMap<Part: Sendable>(
    state keyPath: any KeyPath<State, Part?> & Sendable
  ) -> StateStore<Part?, Action> { map(state: keyPath) }

  /// A handle that does not keep this store alive, and keeps its last state, which stays readable.
  @available(*, deprecated, message: "Use `weak()`, which says whether the store is still there.")
  public func weakStore() -> AnyStore<State, Action> { weakHandle }

  /// A weak handle for reading and dispatching; the last state stays readable.
  package var weakHandle: StateStore<State, Action> { StateStore(node: node.window()) }
}

extension Observer {
  /// Receives a state, and returns whether to be called again.
  @available(*, deprecated, renamed: "Observe")
  public typealias StateHandler = Observe
}

extension Equating {
  /// Whether two states are the same.
  @available(*, deprecated, message: "Write `@Sendable (State, State) -> Bool`.")
  public typealias Predicate = @Sendable (_ one: State, _ other: State) -> Bool

  /// Whether two states are the same.
  @available(*, deprecated, message: "Call the value itself: `equating(one, other)`.")
  public var predicate: @Sendable (_ one: State, _ other: State) -> Bool { compare }
}
