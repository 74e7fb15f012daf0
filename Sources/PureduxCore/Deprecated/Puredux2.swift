public import Dispatch

// Deprecated Puredux 2 API, to be removed in the next major version.

/// In Puredux 2, a separate store type; now an alias for `StateStore`.
@available(*, deprecated, renamed: "StateStore")
public typealias AnyStore = StateStore

extension StateStore {
  /// Creates a root store whose reducer runs on a background queue with the given quality of service.
  @available(*, deprecated, message: "Pass the runner: `runner: .queue(qos: …)`.")
  public init(
    _ initialState: State, named name: String? = nil, qos: DispatchQoS, reducer: @escaping Reducer<State, Action>
  ) {
    self.init(initialState, named: name, runner: QueueRunner(qos: qos), reducer: reducer)
  }

  /// Returns a store whose state is a flat tuple of four states instead of nested pairs.
  @available(*, deprecated, message: "Flatten each child where it is created: `parent.with(…).flatMap()`.")
  public func flatMap<A, B, C, D>() -> StateStore<(A, B, C, D), Action>
  where State == (((A, B), C), D) {
    map(state: { ($0.0.0.0, $0.0.0.1, $0.0.1, $0.1) })
  }

  /// Returns a store whose state is a flat tuple of five states instead of nested pairs.
  @available(*, deprecated, message: "Flatten each child where it is created: `parent.with(…).flatMap()`.")
  public func flatMap<A, B, C, D, E>() -> StateStore<(A, B, C, D, E), Action>
  where State == ((((A, B), C), D), E) {
    map(state: { ($0.0.0.0.0, $0.0.0.0.1, $0.0.0.1, $0.0.1, $0.1) })
  }

  /// Returns a store of an optional part of this store's state. Observers are also called while the part is nil.
  @available(*, deprecated, renamed: "map(state:)")
  public func flatMap<Part: Sendable>(
    state transform: @escaping @Sendable (State) -> Part?
  ) -> StateStore<Part?, Action> { map(state: transform) }

  /// Returns a store of the optional part at a key path of this store's state. Observers are also called while the part
  /// is nil.
  @available(*, deprecated, renamed: "map(state:)")
  @_disfavoredOverload
  public func flatMap<Part: Sendable>(
    state keyPath: any KeyPath<State, Part?> & Sendable
  ) -> StateStore<Part?, Action> { map(state: keyPath) }

  /// Returns a non-owning handle to the store. The last state stays readable after the store is released.
  @available(*, deprecated, message: "Use `weak()`, whose state is nil after the store is released.")
  public func weakStore() -> StateStore<State, Action> { weakHandle }
}

extension Equating {
  /// Considers two states equal if their parts at the key path are equal.
  @available(
    *, deprecated, message: "Write `.equal(\\.part)`; for a key path in a variable, `.equal { $0[keyPath: part] }`."
  )
  public static func keyPath<Part: Equatable & Sendable>(_ part: any KeyPath<State, Part> & Sendable) -> Equating {
    equal { $0[keyPath: part] }
  }

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
