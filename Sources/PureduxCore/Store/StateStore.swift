public import Dispatch

/// A handle that owns a store: its state lives as long as a handle to it does.
///
/// Copies of a handle are handles to the same store. Every call is safe from every thread.
public struct StateStore<State: Sendable, Action: Sendable>: Store {
  @usableFromInline package let node: StoreNode<State, Action>

  @usableFromInline
  package init(node: StoreNode<State, Action>) { self.node = node }

  /// A root store, whose reducer runs in the background on a queue of its own.
  @inlinable
  public init(
    _ initialState: State, qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<State, Action>
  ) {
    self.init(initialState, runner: QueueRunner(qos: qos), reducer: reducer)
  }

  /// A root store, whose reducer runs where `runner` says.
  @inlinable
  public init(_ initialState: State, runner: some StoreRunner, reducer: @escaping Reducer<State, Action>) {
    self.init(initialState, runner: runner, middleware: NoMiddleware?.none, interceptor: nil, reducer: reducer)
  }

  /// The one form that all roots come down to.
  @inlinable
  init(
    _ initialState: State, runner: some StoreRunner, middleware: (some Middleware<State, Action>)?,
    interceptor: MiddlewareChain<Action>.Interceptor?, reducer: @escaping Reducer<State, Action>
  ) {
    self.init(
      node: .root(
        initialState, runner: runner, middleware: middleware, interceptor: interceptor, reducer: reducer))
    middleware?.attach(to: self)
  }

  /// Applies the action to this store and to every store above it.
  ///
  /// Returns at once. Actions are applied in the order they were dispatched, and none is lost, even if the
  /// store is released in the next instant. Who dispatches faster than reducers run fills memory:
  /// `await store.send(action)` waits instead.
  @inlinable
  @Sendable
  public func dispatch(_ action: Action) {
    if node.actionQueue.work.mayFind { node.postAskingForWork(action) } else { node.actionQueue.post(action) }
  }

  /// This very store.
  public func eraseToAnyStore() -> AnyStore<State, Action> { self }
}
