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
    let cell = StateCell(initialState)
    let (registry, isObserved) = (Lock(), AtomicFlag())
    let audience = Audience<State>(
      AudienceContent { audience, _ in
        if audience == nil { isObserved.lower() } else { isObserved.raise() }
        return nil
      },
      lock: registry)
    let tree = StoreTree(runner: runner, registry: registry, isObserved: isObserved) { turn in
      withTemporaryValue(filledBy: { initialize(at: $0) { cell.read(turn) } }) { audience.publish($0, turn) }
    }
    let work = WorkDetector<Action>()
    let middlewares = MiddlewareChain<Action>.root(
      cell, tree: tree, work: work, middleware: middleware, interceptor: interceptor, reducer: reducer)
    let family = ActionQueueFamily<Action>(tree: tree, work: work, middlewares: middlewares)
    let path = ReductionPath(family: family, store: tree.nextNumber()) { action, turn, locked in
      cell.mutate(tree, turn, locked) { reducer(&$0, action) }
    }
    let actionQueue = ActionQueue(own: cell, path: path)
    self.init(node: StoreNode(actionQueue: actionQueue, source: .own(cell), audience: audience))
    middlewares?.dispatcher.setStore(node)
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

extension StateStore {
  /// A root store of the main actor: its reducer may touch what belongs to it, and runs on the main thread.
  ///
  /// A dispatch made there is reduced and published before it returns. Where the context's runner takes the place of
  /// the main one, a test's say, it has to be driven from the main actor: elsewhere an action is reported and changes
  /// nothing.
  @inlinable
  public init(mainActor initialState: State, reducer: @escaping @MainActor @Sendable (inout State, Action) -> Void) {
    self.init(initialState, runner: MainRunner()) { state, action in
      guard MainRunner.isHere else { return StoreContext.reportReducerNotOnMain(action) }
      MainActor.assumeIsolated { reducer(&state, action) }
    }
  }
}

extension StoreContext {
  @usableFromInline
  static func reportReducerNotOnMain(_ action: some Sendable) { current.report(.reducerNotOnMain(action: "\(action)")) }
}

extension StateStore {
  /// Dispatches the action, and returns when it has been reduced and published.
  ///
  /// Awaiting it is the back-pressure: who does cannot outrun the store. Cancelling the waiting task does not
  /// withdraw the action.
  public func send(_ action: Action) async {
    await withCheckedContinuation { continuation in
      let done = Signal(continuation)
      node.post(action, then: { done.fire() })
    }
  }

  /// Returns when everything posted to the tree so far has been delivered.
  public func settled() async { await node.tree.settled() }
}

extension StoreTree {
  package func settled() async {
    await withCheckedContinuation { continuation in
      let done = Signal(continuation)
      mailbox.post { _ in done.fire() }
    }
  }
}

/// Resumes whoever waits, once: when it is fired, or when the mailbox that held it goes.
final class Signal: Sendable {
  private let continuation: Guarded<CheckedContinuation<Void, Never>?>

  init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = Guarded(continuation) }

  deinit { fire() }

  func fire() { continuation.take()?.resume() }
}
