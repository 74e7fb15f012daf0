public import Dispatch

/// Keeps one root store, and makes the stores of an application from it.
///
/// ```swift
/// let factory = StoreFactory(initialState: Counter()) { (counter: inout Counter, action: CounterAction) in
///   reduce(&counter, action)
/// }
/// let title = factory.scopeStore { $0.title }
/// ```
public struct StoreFactory<State: Sendable, Action: Sendable>: Sendable {
  private let root: StateStore<State, Action>

  /// Makes the root, whose tree runs on one background queue of this quality of service.
  ///
  /// `interceptor` is called once for each action of the tree that was reduced, as the root's action, with the
  /// dispatch of the store that it was sent to.
  @inlinable
  public init(
    initialState: State,
    interceptor: @escaping @Sendable (_ action: Action, _ dispatch: @escaping Dispatch<Action>) -> Void,
    qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<State, Action>
  ) {
    self.init(
      StateStore(initialState, runner: QueueRunner(qos: qos), interceptor: interceptor, reducer: reducer))
  }

  /// Makes the root, whose tree runs on one background queue of this quality of service.
  @inlinable
  public init(initialState: State, qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<State, Action>) {
    self.init(StateStore(initialState, qos: qos, reducer: reducer))
  }

  @usableFromInline
  package init(_ root: StateStore<State, Action>) { self.root = root }

  /// The root store: the same one each time.
  public func rootStore() -> StateStore<State, Action> { root }

  /// A window on a part of the root's state.
  public func scopeStore<Part: Sendable>(
    to transform: @escaping @Sendable (State) -> Part
  ) -> StateStore<Part, Action> { root.map(state: transform) }

  /// A window on a part that may be missing; its observers are not called while it is.
  public func scopeStore<Part: Sendable>(
    toOptional transform: @escaping @Sendable (State) -> Part?
  ) -> StateStore<Part?, Action> { root.project(transform, isOffered: { $0 != nil }) }

  /// A store with a state of its own below the root, which shows what `stateMapping` makes of both.
  ///
  /// A tree has one queue, so `qos` is taken for compatibility only.
  public func childStore<Local: Sendable, Shown: Sendable>(
    initialState: Local, stateMapping: @escaping @Sendable (State, Local) -> Shown,
    qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<Shown, Action> { root.with(initialState, reducer: reducer).map(state: stateMapping) }

  /// A store with a state of its own below the root, which shows both.
  ///
  /// A tree has one queue, so `qos` is taken for compatibility only.
  public func childStore<Local: Sendable>(
    initialState: Local, qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> { root.with(initialState, reducer: reducer) }
}
