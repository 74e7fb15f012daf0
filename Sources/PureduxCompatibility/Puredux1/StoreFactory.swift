public import Dispatch
public import PureduxCore

/// Retains a root store, and creates projections and children of that store.
@available(
  *, deprecated,
  message: "Keep the root `StateStore`: `map(state:)` exposes its parts, `with(_:reducer:)` creates its children."
)
public struct StoreFactory<State: Sendable, Action: Sendable>: Sendable {
  private let root: StateStore<State, Action>

  /// Creates a root store whose tree runs on a background queue with the given quality of service.
  ///
  /// `interceptor` is called once for each action that the root reduces. The interceptor receives the action, and the
  /// dispatch function of the store to which the action was dispatched.
  public init(
    initialState: State,
    interceptor: @escaping @Sendable (_ action: Action, _ dispatch: @escaping Dispatch<Action>) -> Void,
    qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<State, Action>
  ) {
    self.init(
      StateStore(initialState, runner: QueueRunner(qos: qos), interceptor: interceptor, reducer: reducer))
  }

  /// Creates a root store whose tree runs on a background queue with the given quality of service.
  public init(initialState: State, qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<State, Action>) {
    self.init(StateStore(initialState, runner: QueueRunner(qos: qos), reducer: reducer))
  }

  package init(_ root: StateStore<State, Action>) { self.root = root }

  /// Returns the root store. Every call returns the same store.
  public func rootStore() -> StateStore<State, Action> { root }

  /// Returns a projection onto a part of the root's state.
  public func scopeStore<Part: Sendable>(
    to transform: @escaping @Sendable (State) -> Part
  ) -> StateStore<Part, Action> { root.map(state: transform) }

  /// Returns a projection onto an optional part of the root's state. Observers are not called while the part is nil.
  public func scopeStore<Part: Sendable>(
    toOptional transform: @escaping @Sendable (State) -> Part?
  ) -> StateStore<Part?, Action> { root.project(transform, isOffered: { $0 != nil }) }

  /// Returns a child of the root whose state is the result of `stateMapping`.
  ///
  /// `qos` exists only for source compatibility, and is ignored because a tree has a single queue.
  public func childStore<Local: Sendable, Shown: Sendable>(
    initialState: Local, stateMapping: @escaping @Sendable (State, Local) -> Shown,
    qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<Shown, Action> { root.with(initialState, reducer: reducer).map(state: { stateMapping($0.0, $0.1) }) }

  /// Returns a child of the root whose state combines the root's state with the child's own state.
  ///
  /// `qos` exists only for source compatibility, and is ignored because a tree has a single queue.
  public func childStore<Local: Sendable>(
    initialState: Local, qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> { root.with(initialState, reducer: reducer) }
}
