/// A source of states that accepts actions.
///
/// `StateStore` is the library's implementation. Conform a custom type to this protocol to replace a store, for example
/// in a test.
public protocol Store<State, Action>: Sendable {
  /// The type of the published state.
  associatedtype State: Sendable
  /// The type of the dispatched actions.
  associatedtype Action: Sendable

  /// Applies the action to this store and to all of its ancestors.
  ///
  /// Does not wait for the action to be reduced, unless it is called on the main thread and the store runs there.
  /// Actions are reduced in the order in which they were dispatched.
  @Sendable func dispatch(_ action: Action)

  /// Returns the store as a `StateStore`.
  func eraseToAnyStore() -> StateStore<State, Action>

  /// Calls the observer with the current state, then once for each turn, until it returns `.dead`.
  @available(*, deprecated, message: "Pass the closure to `subscribe`, and retain the subscription that it returns.")
  func subscribe(observer: Observer<State>)
}

/// A function that dispatches an action to a store.
public typealias Dispatch<Action> = @Sendable (_ action: Action) -> Void

/// A store that holds a state, reduces actions one at a time, and publishes each new state.
///
/// `StateStore` is a handle. Copies of a handle refer to the same store, which exists as long as any handle to it
/// exists. All methods can be called on any thread. Reducers run on the store's runner; by default, on a background
/// queue.
///
/// ```swift
/// let store = StateStore(0) { count, action in count += action }
/// let subscription = store.subscribe { count in print(count) }
/// store.dispatch(5)
/// ```
public struct StateStore<State: Sendable, Action: Sendable>: Store {
  @usableFromInline package let node: StoreNode<State, Action>

  @usableFromInline
  package init(node: StoreNode<State, Action>) { self.node = node }

  /// Creates a root store whose reducer runs on `runner`; by default, on the store's own background queue.
  ///
  /// ```swift
  /// let store = StateStore(Counter()) { (counter: inout Counter, action: CounterAction) in
  ///   reduce(&counter, action)
  /// }
  /// let onMain = StateStore(Counter(), runner: .main) { (counter: inout Counter, action: CounterAction) in
  ///   reduce(&counter, action)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state until the first action is reduced.
  ///   - name: The name of the store in events and reports.
  ///   - runner: `.queue(qos:)` for the background, `.main` for the main thread, or a `ManualRunner` in a test.
  ///   - reducer: Changes the state in place. The result should depend only on the two arguments, so that the same
  ///     actions always produce the same states.
  @inlinable
  public init<Runner: StoreRunner>(
    _ initialState: State, named name: String? = nil, runner: Runner = QueueRunner(),
    reducer: @escaping Reducer<State, Action>
  ) {
    self.init(
      initialState, named: name, runner: runner, middleware: NoMiddleware?.none, interceptor: nil, reducer: reducer)
  }

  /// Creates a root store with a middleware.
  ///
  /// ```swift
  /// let noLargeSteps = ClosureMiddleware<Counter, CounterAction> { action, store in
  ///   if case .add(let number) = action, number > 100 { nil } else { action }
  /// }
  /// let store = StateStore(Counter(), middleware: noLargeSteps) { counter, action in reduce(&counter, action) }
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state until the first action is reduced.
  ///   - name: The name of the store in events and reports.
  ///   - runner: The runner of the middleware and the reducer; by default, the store's own background queue.
  ///   - middleware: Receives each action before the reducer does.
  ///   - reducer: Changes the state in place.
  @inlinable
  public init<Runner: StoreRunner>(
    _ initialState: State, named name: String? = nil, runner: Runner = QueueRunner(),
    middleware: some Middleware<State, Action>, reducer: @escaping Reducer<State, Action>
  ) {
    self.init(initialState, named: name, runner: runner, middleware: middleware, interceptor: nil, reducer: reducer)
  }

  /// Designated initializer; other root initializers delegate to it.
  @inlinable
  init(
    _ initialState: State, named name: String?, runner: some StoreRunner, middleware: (some Middleware<State, Action>)?,
    interceptor: MiddlewareChain<Action>.Interceptor?, reducer: @escaping Reducer<State, Action>
  ) {
    self.init(
      node: .root(
        initialState, named: name, runner: runner, middleware: middleware, interceptor: interceptor, reducer: reducer))
    middleware?.attach(to: self)
  }

  /// Applies the action to this store and to all of its ancestors.
  ///
  /// Returns at once, unless it is called on the main thread and the store runs there: in that case, the action is
  /// first reduced and published. Actions dispatched from one thread to stores of the same tree are reduced in order.
  /// No action is lost, even if the store is released right after the call. Actions dispatched by a reducer or an
  /// observer are queued.
  ///
  /// Dispatching faster than the reducers run makes the queue grow without bound. To apply back-pressure, await
  /// `send(_:)` instead.
  ///
  /// ```swift
  /// store.dispatch(.increment)
  /// Button.onTap = { store.dispatch(.add(2)) }
  /// ```
  @inlinable
  @Sendable
  public func dispatch(_ action: Action) {
    if node.actionQueue.work.mayFind { node.postAskingForWork(action) } else { node.actionQueue.post(action) }
  }

  /// Returns this store.
  public func eraseToAnyStore() -> StateStore<State, Action> { self }
}

extension StateStore {
  /// Creates a root store whose reducer is isolated to the main actor and runs on the main thread.
  ///
  /// The reducer may access main-actor state. An action dispatched on the main thread is reduced and published before
  /// `dispatch` returns.
  ///
  /// ```swift
  /// let store = StateStore(mainActor: 0) { (count: inout Int, action: Int) in count += action }
  /// ```
  ///
  /// If the context sets another runner, for example in a test, drive that runner on the main actor: an action whose
  /// turn runs on another thread is reported and changes nothing.
  ///
  /// After `dispatchMain()`, the main queue runs on other threads, and so does this reducer. Before macOS 15 and iOS
  /// 18, the Swift runtime does not recognize these threads as the main actor's, and stops the program. On those
  /// systems, park the main thread with `RunLoop.main.run()` instead.
  @inlinable
  public init(
    mainActor initialState: State, named name: String? = nil,
    reducer: @escaping @MainActor @Sendable (inout State, Action) -> Void
  ) {
    self.init(initialState, named: name, runner: MainRunner(), reducer: Self.checkingForMain(reducer))
  }

  /// Creates a root store with a middleware, and with a reducer that is isolated to the main actor.
  ///
  /// Both the middleware and the reducer run on the main thread. For a reducer that conforms to `Reducing`, pass
  /// `runner: .main` instead.
  @inlinable
  public init(
    mainActor initialState: State, named name: String? = nil, middleware: some Middleware<State, Action>,
    reducer: @escaping @MainActor @Sendable (inout State, Action) -> Void
  ) {
    self.init(
      initialState, named: name, runner: MainRunner(), middleware: middleware, reducer: Self.checkingForMain(reducer))
  }

  @inlinable
  static func checkingForMain(
    _ reducer: @escaping @MainActor @Sendable (inout State, Action) -> Void
  ) -> Reducer<State, Action> {
    { state, action in
      guard MainRunner.isHere else { return StoreContext.reportReducerNotOnMain(action) }
      MainActor.assumeIsolated { reducer(&state, action) }
    }
  }
}

extension StateStore {
  /// Creates a root store whose `interceptor` is called once for each reduced action of its tree.
  ///
  /// The interceptor receives the action as this store reduced it, and a dispatch function. The function dispatches to
  /// the store that received the action, or to that store's nearest ancestor with this action type.
  @inlinable
  package init(
    _ initialState: State, runner: some StoreRunner,
    interceptor: @escaping @Sendable (_ action: Action, _ dispatch: @escaping Dispatch<Action>) -> Void,
    reducer: @escaping Reducer<State, Action>
  ) {
    self.init(
      initialState, named: nil, runner: runner, middleware: NoMiddleware?.none, interceptor: interceptor,
      reducer: reducer)
  }
}

extension StoreContext {
  @usableFromInline
  static func reportReducerNotOnMain(_ action: some Sendable) { current.report(.reducerNotOnMain(action: "\(action)")) }
}
