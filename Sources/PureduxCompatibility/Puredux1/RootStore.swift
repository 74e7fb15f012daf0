public import Dispatch
public import PureduxCore

/// The queue on which a Puredux 1 root store runs.
@available(*, deprecated, message: "Use a `StoreRunner`, or the `qos` of a root store.")
public enum StoreQueue: Sendable {
  /// The main queue.
  case main
  /// A background queue dedicated to the store.
  case global(qos: DispatchQoS = .userInteractive)
}

/// The root of a Puredux 1 program.
@available(*, deprecated, message: "Keep the root `StateStore`: `StateStore(_:runner:reducer:)` creates one.")
public struct RootStore<State: Sendable, Action: Sendable>: Sendable {
  /// The factory for projections and children of this root store.
  public let storeFactory: StoreFactory<State, Action>
  private let interceptors = Guarded<[@Sendable (Action, @escaping Dispatch<Action>) -> Void]>([])

  /// Creates a root store whose tree runs on the given queue.
  public init(
    queue: StoreQueue = .global(), initialState: State, reducer: @escaping Reducer<State, Action>
  ) {
    let runner: any StoreRunner =
      switch queue {
      case .main: MainRunner()
      case .global(let qos): QueueRunner(qos: qos)
      }
    let interceptors = interceptors
    storeFactory = StoreFactory(
      StateStore(
        initialState, runner: runner,
        interceptor: { action, dispatch in
          for interceptor in interceptors.withLock({ $0 }) { interceptor(action, dispatch) }
        }, reducer: reducer))
  }

  /// Returns the root store.
  @available(*, deprecated, renamed: "rootStore()")
  public func store() -> StateStore<State, Action> { rootStore() }

  /// Returns the root store. Every call returns the same store.
  public func rootStore() -> StateStore<State, Action> { storeFactory.rootStore() }

  /// Calls `interceptor`, after any interceptors added earlier, with each action reduced from now on.
  @available(*, deprecated, message: "Use a middleware.")
  public func interceptActions(with interceptor: @escaping @Sendable (_ action: Action) -> Void) {
    interceptActions { action, _ in interceptor(action) }
  }

  /// Calls `interceptor` with each action reduced from now on, and with a dispatch function.
  @available(*, deprecated, message: "Use a middleware.")
  public func interceptActions(
    with interceptor: @escaping @Sendable (_ action: Action, _ dispatch: @escaping Dispatch<Action>) -> Void
  ) {
    interceptors.withLock { $0.append(interceptor) }
  }
}
