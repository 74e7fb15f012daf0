public import Dispatch

/// Sees each action before any reducer does: lets it pass, puts another in its place, or keeps it back.
///
/// The middlewares of a store and of all above it see an action, in this order, before the first reducer does. One that
/// keeps it back has it reduced nowhere. They compose with `+`, first to last.
public protocol Middleware<State, Action>: Sendable {
  /// The state of the store that it belongs to.
  associatedtype State: Sendable
  /// What is dispatched to that store.
  associatedtype Action: Sendable

  /// The action to go on with; nil for none. Called inside the turn, so it must not wait.
  func handle(_ action: Action, at store: MiddlewareSite<State, Action>) -> Action?

  /// Called once, when the store has been made and before any action.
  func attach(to store: StateStore<State, Action>)
}

extension Middleware {
  public func attach(to store: StateStore<State, Action>) {}
}

/// The store that a middleware belongs to, as far as a middleware may know it: this keeps no store alive.
public final class MiddlewareSite<State: Sendable, Action: Sendable>: Sendable {
  private let source: StateSource<State>
  private let tree: StoreTree
  private let dispatcher: WeakDispatcher<Action>

  @usableFromInline
  init(source: StateSource<State>, tree: StoreTree, dispatcher: WeakDispatcher<Action>) {
    self.source = source
    self.tree = tree
    self.dispatcher = dispatcher
  }

  /// The current state: inside `handle`, the one before the action.
  public var state: State { source.state(tree) }

  /// Dispatches an action to the store; inside `handle` it comes behind what waits already.
  @Sendable
  public func dispatch(_ action: Action) { dispatcher.dispatch(action) }
}

extension StateStore {
  /// A root store with a middleware, whose reducer runs in the background on a queue of its own.
  @inlinable
  public init(
    _ initialState: State, qos: DispatchQoS = .userInteractive, middleware: some Middleware<State, Action>,
    reducer: @escaping Reducer<State, Action>
  ) {
    self.init(initialState, runner: QueueRunner(qos: qos), middleware: middleware, reducer: reducer)
  }

  /// A root store with a middleware, whose reducer runs where `runner` says.
  @inlinable
  public init(
    _ initialState: State, runner: some StoreRunner, middleware: some Middleware<State, Action>,
    reducer: @escaping Reducer<State, Action>
  ) {
    self.init(initialState, runner: runner, middleware: middleware, interceptor: nil, reducer: reducer)
  }

  /// A store below this one with a state of its own and a middleware, which sees an action before those above do.
  @inlinable
  public func with<Local: Sendable>(
    _ localState: Local, middleware: some Middleware<(State, Local), Action>,
    reducer: @escaping Reducer<Local, Action>
  ) -> StateStore<(State, Local), Action> {
    makeChild(localState, middleware: middleware, reducer: reducer)
  }
}

extension StateStore {
  /// A root store whose `interceptor` is called once for each action of its tree that was reduced.
  ///
  /// It is given the action as this store reduced it, and the dispatch of the store that the action was sent to; of the
  /// nearest one above that takes actions of this type where that one does not.
  @inlinable
  package init(
    _ initialState: State, runner: some StoreRunner,
    interceptor: @escaping @Sendable (_ action: Action, _ dispatch: @escaping Dispatch<Action>) -> Void,
    reducer: @escaping Reducer<State, Action>
  ) {
    self.init(
      initialState, runner: runner, middleware: NoMiddleware?.none, interceptor: interceptor, reducer: reducer)
  }
}

/// Stands where a store has no middleware: there is never a value of it.
@usableFromInline
enum NoMiddleware<State: Sendable, Action: Sendable>: Middleware {
  @inlinable
  func handle(_ action: Action, at store: MiddlewareSite<State, Action>) -> Action? { switch self {} }
}
