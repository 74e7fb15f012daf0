public import Dispatch

// Names of Puredux 1, which forward to what replaced them. They go with the next major version.

/// The queue on which a root store of Puredux 1 ran.
@available(*, deprecated, message: "Use a `StoreRunner`, or the `qos` of a root store.")
public enum StoreQueue: Sendable {
  /// The main queue.
  case main
  /// A background queue of the store's own.
  case global(qos: DispatchQoS = .userInteractive)
}

/// What kept the root store was called so in Puredux 1.
@available(*, deprecated, renamed: "StoreFactory")
public struct RootStore<State: Sendable, Action: Sendable>: Sendable {
  /// What makes stores of this root.
  public let storeFactory: StoreFactory<State, Action>
  private let interceptors = Guarded<[@Sendable (Action, @escaping Dispatch<Action>) -> Void]>([])

  /// Makes the root, whose tree runs on the given queue.
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

  /// The root store.
  @available(*, deprecated, renamed: "rootStore()")
  public func store() -> StateStore<State, Action> { rootStore() }

  /// The root store: the same one each time.
  public func rootStore() -> StateStore<State, Action> { storeFactory.rootStore() }

  /// Has each action that is reduced from now on handed to `interceptor`, after those that were given before.
  @available(*, deprecated, message: "Give the `interceptor` to `StoreFactory`, or use a middleware.")
  public func interceptActions(with interceptor: @escaping @Sendable (_ action: Action) -> Void) {
    interceptActions { action, _ in interceptor(action) }
  }

  /// Has each action that is reduced from now on handed to `interceptor`, with a way to dispatch.
  @available(*, deprecated, message: "Give the `interceptor` to `StoreFactory`, or use a middleware.")
  public func interceptActions(
    with interceptor: @escaping @Sendable (_ action: Action, _ dispatch: @escaping Dispatch<Action>) -> Void
  ) {
    interceptors.withLock { $0.append(interceptor) }
  }
}

/// A store with a state of its own was called so in Puredux 1.
@available(*, deprecated, renamed: "StateStore")
public typealias StoreObject = StateStore

extension StateStore {
  /// A handle to this store that keeps nothing alive.
  @available(*, deprecated, message: "Hand on the store itself, or `weak()`, which keeps nothing alive.")
  public func store() -> StateStore<State, Action> { weakHandle }

  /// A window on a part of the state.
  @available(*, deprecated, renamed: "map(state:)")
  public func proxy<Part: Sendable>(
    _ transform: @escaping @Sendable (State) -> Part
  ) -> StateStore<Part, Action> { map(state: transform) }

  /// A window on a part of the state.
  @available(*, deprecated, renamed: "map(state:)")
  public func scope<Part: Sendable>(
    to transform: @escaping @Sendable (State) -> Part
  ) -> StateStore<Part, Action> { map(state: transform) }

  /// A window on a part that may be missing; its observers are not called while it is.
  @available(*, deprecated, message: "Use `flatMap(state:)`, whose observers are told that the part is missing.")
  public func scope<Part: Sendable>(
    toOptional transform: @escaping @Sendable (State) -> Part?
  ) -> StateStore<Part?, Action> { project(transform, isOffered: { $0 != nil }) }
}

extension Observer {
  /// What an observer of Puredux 1 was given to say whether it goes on.
  @available(*, deprecated, message: "An observer returns its status.")
  public typealias StatusHandler = @Sendable (_ status: ObserverStatus) -> Void

  /// `complete(.dead)`, at once or later, ends the observer before its next call.
  @available(*, deprecated, renamed: "init(id:observe:)")
  public init(observe: @escaping @Sendable (_ state: State, _ complete: @escaping StatusHandler) -> Void) {
    let isDead = AtomicFlag()
    self.init { state in
      if isDead.isRaised { return .dead }
      observe(state) { if $0 == .dead { isDead.raise() } }
      return isDead.isRaised ? .dead : .active
    }
  }
}
