public import Dispatch

/// A place to dispatch actions to and to observe states of.
///
/// `StateStore` is the store that the library makes. Conform a type of your own to stand in for one, for example in a test.
public protocol Store<State, Action>: Sendable {
  /// The state that is published.
  associatedtype State: Sendable
  /// The action that is dispatched.
  associatedtype Action: Sendable

  /// Applies the action to this store and to every store above it.
  ///
  /// Returns at once. Actions are applied in the order they were dispatched.
  @Sendable func dispatch(_ action: Action)

  /// Calls the observer with the current state, then once for each turn, until it returns `.dead`.
  func subscribe(observer: Observer<State>)

  /// Returns the store as the one concrete type that every store can be turned into.
  func eraseToAnyStore() -> AnyStore<State, Action>
}

/// A second name for `StateStore`, for code that was written when there were two kinds of stores.
public typealias AnyStore = StateStore

/// A function that dispatches an action to a store, to be passed on as a value.
public typealias Dispatch<Action> = @Sendable (_ action: Action) -> Void

/// A store: it holds a state, reduces actions one after another, and publishes each new state.
///
/// This type is a handle. Copies of it are handles to the same store, which lives as long as one of them does. Every
/// method may be called from any thread. Reducers run where the store's runner says: by default on a background queue.
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

  /// Makes a root store whose reducer runs on a background queue of its own.
  ///
  /// ```swift
  /// let store = StateStore(Counter()) { (counter: inout Counter, action: CounterAction) in
  ///   reduce(&counter, action)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state until the first action is reduced.
  ///   - name: What the store is called in events and reports.
  ///   - qos: The quality of service of the background queue.
  ///   - reducer: Changes the state in place. It should read nothing but its two arguments, so that the same actions
  ///     always give the same states.
  @inlinable
  public init(
    _ initialState: State, named name: String? = nil, qos: DispatchQoS = .userInteractive,
    reducer: @escaping Reducer<State, Action>
  ) {
    self.init(initialState, named: name, runner: QueueRunner(qos: qos), reducer: reducer)
  }

  /// Makes a root store whose reducer runs where `runner` says.
  ///
  /// ```swift
  /// let store = StateStore(Counter(), runner: .main) { (counter: inout Counter, action: CounterAction) in
  ///   reduce(&counter, action)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state until the first action is reduced.
  ///   - name: What the store is called in events and reports.
  ///   - runner: `.queue(qos:)` for the background, `.main` for the main thread, or a `ManualRunner` in a test.
  ///   - reducer: Changes the state in place.
  @inlinable
  public init(
    _ initialState: State, named name: String? = nil, runner: some StoreRunner,
    reducer: @escaping Reducer<State, Action>
  ) {
    self.init(
      initialState, named: name, runner: runner, middleware: NoMiddleware?.none, interceptor: nil, reducer: reducer)
  }

  /// Makes a root store with a middleware.
  ///
  /// ```swift
  /// let store = StateStore(Counter(), middleware: PrintActions()) { (counter: inout Counter, action: CounterAction) in
  ///   reduce(&counter, action)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state until the first action is reduced.
  ///   - name: What the store is called in events and reports.
  ///   - runner: Where the middleware and the reducer run: on a background queue of their own by default.
  ///   - middleware: Sees each action before the reducer does.
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

  /// Applies the action to this store and to every store above it.
  ///
  /// Returns at once. The actions that one thread dispatches to the stores of a tree are reduced in that order. None is
  /// lost, even if the store is released right after the call. A dispatch from a reducer or an observer is delivered after
  /// the actions that already wait.
  ///
  /// Dispatching faster than reducers run grows memory without bound. Awaiting `send(_:)` instead applies back-pressure.
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

  /// Returns this store: `AnyStore` is a second name for this type.
  public func eraseToAnyStore() -> AnyStore<State, Action> { self }
}

extension StateStore {
  /// Makes a root store whose reducer belongs to the main actor and runs on the main thread.
  ///
  /// Its reducer may touch what belongs to the main actor. A dispatch from the main thread is reduced and published before
  /// it returns.
  ///
  /// ```swift
  /// let store = StateStore(mainActor: 0) { (count: inout Int, action: Int) in count += action }
  /// ```
  ///
  /// Where the context sets another runner, for example in a test, drive that runner on the main actor: an action whose turn
  /// comes on another thread is reported and changes nothing.
  ///
  /// After `dispatchMain()` other threads run the main queue, and so this reducer. Swift's runtime on systems older than
  /// macOS 15 and iOS 18 does not know these threads as the main actor's, and stops the program: there, keep the main
  /// thread with `RunLoop.main.run()` instead.
  @inlinable
  public init(
    mainActor initialState: State, named name: String? = nil,
    reducer: @escaping @MainActor @Sendable (inout State, Action) -> Void
  ) {
    self.init(initialState, named: name, runner: MainRunner(), reducer: Self.checkingForMain(reducer))
  }

  /// Makes a root store with a middleware, whose reducer belongs to the main actor and runs on the main thread.
  ///
  /// The middleware runs on the main thread too. A reducer that is a value is passed with `runner: .main` instead.
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
      initialState, named: nil, runner: runner, middleware: NoMiddleware?.none, interceptor: interceptor,
      reducer: reducer)
  }
}

extension StoreContext {
  @usableFromInline
  static func reportReducerNotOnMain(_ action: some Sendable) { current.report(.reducerNotOnMain(action: "\(action)")) }
}
