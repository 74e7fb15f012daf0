public import PureduxCore

// Puredux 2 API, superseded by the subscripts of the containers. This API will be removed in the next major version.

extension Dependency {
  /// The current value of an entry.
  @available(*, deprecated, message: "Read the container: `Dependencies[\\.entry]`.")
  @inlinable
  public static subscript(_ entry: KeyPath<Dependencies, Value>) -> Value { Dependencies[entry] }
}

extension StoreOf {
  /// The current shared store.
  @available(*, deprecated, message: "Read the container: `SharedStores[\\.entry]`.")
  @inlinable
  public static subscript(_ entry: KeyPath<SharedStores, Value>) -> Value { SharedStores[entry] }

  /// Creates a child of the shared store, with its own local state.
  @available(*, deprecated, message: "Call `with` on the store: `SharedStores[\\.entry].with(…)`.")
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> where Value == StateStore<State, Action> {
    wrappedValue.with(localState, reducer: reducer)
  }

  /// Creates a child of the shared store, with its own local state; returns nil if the entry is nil.
  @available(*, deprecated, message: "Call `with` on the store: `SharedStores[\\.entry]?.with(…)`.")
  public func with<State, Action, Local: Sendable>(
    _ localState: Local, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action>? where Value == StateStore<State, Action>? {
    wrappedValue?.with(localState, reducer: reducer)
  }
}
