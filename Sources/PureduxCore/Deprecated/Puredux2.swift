// Deprecated Puredux 2 API, to be removed in the next major version.

extension StateStore {
  /// Returns a store of an optional part of this store's state. Observers are also called while the part is nil.
  @available(*, deprecated, renamed: "map(state:)")
  public func flatMap<Part: Sendable>(
    state transform: @escaping @Sendable (State) -> Part?
  ) -> StateStore<Part?, Action> { map(state: transform) }

  /// Returns a store of the optional part of this store's state at a key path. Observers are also called while the part
  /// is nil.
  @available(*, deprecated, renamed: "map(state:)")
  @_disfavoredOverload
  public func flatMap<Part: Sendable>(
    state keyPath: any KeyPath<State, Part?> & Sendable
  ) -> StateStore<Part?, Action> { map(state: keyPath) }

  /// Returns a non-owning handle to the store. The last state stays readable after the store is released.
  @available(*, deprecated, message: "Use `weak()`, whose state is nil after the store is released.")
  public func weakStore() -> AnyStore<State, Action> { weakHandle }
}

extension Observer {
  /// A closure that receives a state and returns whether to keep calling the observer.
  @available(*, deprecated, message: "Write `@Sendable (State) -> ObserverStatus`.")
  public typealias StateHandler = @Sendable (_ state: State) -> ObserverStatus
}

extension Equating {
  /// A closure that returns whether two states are equal.
  @available(*, deprecated, message: "Write `@Sendable (State, State) -> Bool`.")
  public typealias Predicate = @Sendable (_ one: State, _ other: State) -> Bool

  /// Returns whether two states are equal.
  @available(*, deprecated, message: "Call the `Equating` itself: `equating(one, other)`.")
  public var predicate: @Sendable (_ one: State, _ other: State) -> Bool { compare }

  /// Considers two states equal if all of the given rules do.
  @available(*, deprecated, message: "Combine the rules with `&&`.")
  public static func with(_ parts: some Sequence<Equating>) -> Equating {
    parts.reduce(.alwaysEqual, &&)
  }
}

extension Equating where State: Identifiable, State.ID: Sendable {
  /// Considers two states equal if their ids are equal.
  @available(*, deprecated, message: "Write `.equal { $0.id }`.")
  public static var asIdentifiable: Equating { equal { $0.id } }
}
