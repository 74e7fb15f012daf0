/// The middlewares on the path of an action queue, and the interceptor of the tree.
///
/// `RootLevel`, `ChildLevel` and `EmbeddingLevel` call the middlewares. A queue without middlewares and without an
/// interceptor has no chain, and pays only one comparison for each action.
@_fixed_layout
@usableFromInline
final class MiddlewareChain<Action: Sendable>: Sendable {
  /// `MiddlewareLevel.pass` as a closure. The closure is created where the types are known statically, so it is
  /// specialized.
  @usableFromInline typealias Pass =
    @Sendable (Action, borrowing Turn, WorkSearch?, _ below: (borrowing LockToken) -> Void) -> Bool

  /// Called with each action that the root reduces, and with a dispatch function.
  @usableFromInline typealias Interceptor = @Sendable (_ action: Action, _ answer: @escaping Dispatch<Action>) -> Void

  /// Calls the tree's interceptor with the turn's action, and with the dispatch function of the receiving store.
  @usableFromInline typealias Intercept =
    @Sendable (_ turn: borrowing Turn, _ answer: @escaping Dispatch<Action>) -> Void

  @usableFromInline let pass: Pass
  @usableFromInline let intercept: Intercept?
  @usableFromInline let dispatcher: WeakDispatcher<Action>
  /// The store's own reducer, without its ancestors' reducers; nil if the chain only embeds actions.
  @usableFromInline let ownReducer: ReductionPath<Action>.Reduce?

  @inlinable
  init(
    _ level: some MiddlewareLevel<Action>, dispatcher: WeakDispatcher<Action>, intercept: Intercept?,
    ownReducer: ReductionPath<Action>.Reduce?
  ) {
    pass = { action, turn, search, below in level.pass(action, turn, search, after: below) }
    self.intercept = intercept
    self.dispatcher = dispatcher
    self.ownReducer = ownReducer
  }
}

/// Creates the chains of roots, children and embeddings. Each function returns nil if there is neither a middleware nor
/// an interceptor. The arguments `middleware` and `reducer` are the store's own.
extension MiddlewareChain {
  @inlinable
  static func root<State, Own: Middleware<State, Action>>(
    _ cell: StateCell<State>, of store: UInt64, tree: StoreTree, work: WorkDetector<Action>, middleware: Own?,
    interceptor: Interceptor?, reducer: @escaping Reducer<State, Action>
  ) -> MiddlewareChain? {
    guard let middleware else {
      guard interceptor != nil else { return nil }
      return root(
        cell, of: store, tree: tree, work: work, middleware: NoMiddleware(), interceptor: interceptor, reducer: reducer)
    }
    let latest = interceptor.map { _ in TurnLocal<Action?>(nil) }
    let intercept = interceptor.map { interceptor -> Intercept in
      { turn, answer in
        if let action = latest?.with(turn, { $0.take() }) { interceptor(action, answer) }
      }
    }
    let level = RootLevel(
      cell: cell, tree: tree, store: store, work: work, middleware: middleware, dispatcher: WeakDispatcher(),
      latest: latest, reducer: reducer)
    return MiddlewareChain(level, dispatcher: level.dispatcher, intercept: intercept, ownReducer: level.reduce)
  }

  @inlinable
  static func child<State, Local: Sendable, Own: Middleware<State, Action>>(
    _ local: StateCell<Local>, of store: UInt64, below parentQueue: ActionQueue<Action>, source: StateSource<State>,
    context: StoreContext?,
    middleware: Own?, reduction: some LocalReduction<Local, Action>
  ) -> MiddlewareChain? {
    let above = parentQueue.path.middlewares
    guard let middleware else {
      guard above != nil else { return nil }
      return child(
        local, of: store, below: parentQueue, source: source, context: nil, middleware: NoMiddleware(),
        reduction: reduction)
    }
    let level = ChildLevel(
      local: local, store: store, below: parentQueue, source: source, context: context, middleware: middleware,
      dispatcher: WeakDispatcher(), reduction: reduction)
    return MiddlewareChain(
      level, dispatcher: level.dispatcher, intercept: above?.intercept, ownReducer: level.reduce)
  }

  @inlinable
  static func embedding<Whole>(
    _ embed: @escaping @Sendable (Action) -> Whole, into parentQueue: ActionQueue<Whole>, work: WorkDetector<Action>
  ) -> MiddlewareChain? {
    guard let middlewares = parentQueue.path.middlewares else { return nil }
    let intercept = middlewares.intercept.map { [dispatcher = middlewares.dispatcher] intercept -> Intercept in
      { turn, _ in intercept(turn) { dispatcher.dispatch($0) } }
    }
    return MiddlewareChain(
      EmbeddingLevel(embed, into: parentQueue, work: work), dispatcher: WeakDispatcher(), intercept: intercept,
      ownReducer: nil)
  }
}

extension ReductionPath {
  /// Passes an action up the path: first through the middlewares, then to `below` and the reducers.
  ///
  /// Returns false if the action was dropped.
  @inlinable
  func pass(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing LockToken) -> Void
  ) -> Bool {
    if let middlewares { return middlewares.pass(action, turn, search, below) }
    queueContext.tree.reduce(turn) { locked in
      below(locked)
      if queueContext.tree.isWatched(turn) { keepLevel(action, turn, locked) }
      reduce(action, turn, locked)
    }
    search?.look(for: action, queueContext.work)
    return true
  }

  /// Performs a turn with middlewares; returns false if the action was dropped.
  @inlinable
  func perform(
    _ action: Action, through middlewares: MiddlewareChain<Action>, _ turn: borrowing Turn, _ search: WorkSearch?
  ) -> Bool {
    if queueContext.isDetached { return drop(action, turn) }
    let tree = queueContext.tree
    if tree.isWatched(turn) { return performWatched(action, through: middlewares, turn, search) }
    guard middlewares.pass(action, turn, search, { _ in }) else { return false }
    tree.publish(turn)
    middlewares.intercept?(turn) { [dispatcher = middlewares.dispatcher] in dispatcher.dispatch($0) }
    return true
  }
}
