/// A root, a child or an embedding on a path with middlewares, including the levels above it.
///
/// Each level passes an action through its own middleware and the middlewares above, calls `below`, then runs its own
/// reducer and the reducers above. Each reducer receives the action that the middleware of its own level passed on. In
/// an unobserved turn, support for recording costs only one test at each level.
@usableFromInline
protocol MiddlewareLevel<Action>: Sendable {
  associatedtype Action: Sendable

  /// Returns false if the action was dropped.
  func pass(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing LockToken) -> Void
  ) -> Bool
}

/// The top level: a root store with its middleware, and the data for an interceptor.
@frozen
@usableFromInline
struct RootLevel<State: Sendable, Own: Middleware>: MiddlewareLevel where Own.State == State {
  @usableFromInline typealias Action = Own.Action

  @usableFromInline let cell: StateCell<State>
  @usableFromInline let tree: StoreTree
  /// Identifies the store in its tree.
  @usableFromInline let store: UInt64
  @usableFromInline let work: WorkDetector<Action>
  @usableFromInline let middleware: Own
  @usableFromInline let middlewareContext: MiddlewareContext<State, Action>
  @usableFromInline let dispatcher: WeakDispatcher<Action>
  @usableFromInline let reducer: Reducer<State, Action>
  /// Stores the turn's action for the interceptor; nil if there is no interceptor.
  @usableFromInline let latest: TurnLocal<Action?>?

  @inlinable
  init(
    cell: StateCell<State>, tree: StoreTree, store: UInt64, work: WorkDetector<Action>, middleware: Own,
    dispatcher: WeakDispatcher<Action>, latest: TurnLocal<Action?>?, reducer: @escaping Reducer<State, Action>
  ) {
    self.cell = cell
    self.tree = tree
    self.store = store
    self.work = work
    self.middleware = middleware
    middlewareContext = MiddlewareContext(source: .own(cell), tree: tree, dispatcher: dispatcher)
    self.dispatcher = dispatcher
    self.latest = latest
    self.reducer = reducer
  }

  @inlinable
  func pass(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing LockToken) -> Void
  ) -> Bool {
    guard let action = middleware.handle(action, at: middlewareContext) else { return false }
    tree.reduce(turn) { locked in
      below(locked)
      if tree.isWatched(turn) { keep(action, turn, locked) }
      reduce(action, turn, locked)
    }
    told(action, turn, search)
    return true
  }

  @inlinable
  @Sendable
  func reduce(_ action: Action, _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    cell.mutate(tree, turn, locked) { reducer(&$0, action) }
  }

  /// Records the action that this level will reduce. Never inlined, so that unobserved turns do not pay for this code.
  @inlinable
  @inline(never)
  func keep(_ action: Action, _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    tree.watch.with(turn) { $0 }?.keepLevel(action, of: store, dispatcher, reduce, locked)
  }

  @inlinable
  func told(_ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?) {
    search?.look(for: action, work)
    latest?.with(turn) { $0 = action }
  }
}

/// A child store with its middleware, below a level that may have middlewares.
@frozen
@usableFromInline
struct ChildLevel<State: Sendable, Local: Sendable, Own: Middleware, Reduction: LocalReduction>: MiddlewareLevel
where Own.State == State, Reduction.Local == Local, Reduction.Action == Own.Action {
  @usableFromInline typealias Action = Own.Action

  @usableFromInline let local: StateCell<Local>
  /// Identifies the store in its tree.
  @usableFromInline let store: UInt64
  @usableFromInline let parentQueue: ActionQueue<Action>
  /// The context of the store's own middleware; nil to use the tree's context.
  @usableFromInline let context: StoreContext?
  @usableFromInline let middleware: Own
  @usableFromInline let middlewareContext: MiddlewareContext<State, Action>
  @usableFromInline let dispatcher: WeakDispatcher<Action>
  @usableFromInline let reduction: Reduction

  @inlinable
  init(
    local: StateCell<Local>, store: UInt64, below parentQueue: ActionQueue<Action>, source: StateSource<State>,
    context: StoreContext?, middleware: Own, dispatcher: WeakDispatcher<Action>, reduction: Reduction
  ) {
    self.local = local
    self.store = store
    self.parentQueue = parentQueue
    self.context = context
    self.middleware = middleware
    middlewareContext = MiddlewareContext(source: source, tree: parentQueue.tree, dispatcher: dispatcher)
    self.dispatcher = dispatcher
    self.reduction = reduction
  }

  @inlinable
  func pass(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing LockToken) -> Void
  ) -> Bool {
    guard let action = admit(action) else { return false }
    return parentQueue.path.pass(action, turn, search) { locked in
      below(locked)
      if parentQueue.tree.isWatched(turn) { keep(action, turn, locked) }
      reduce(action, turn, locked)
    }
  }

  /// Returns the action that the store's own middleware passes on; nil if the action is dropped.
  @inlinable
  func admit(_ action: Action) -> Action? {
    var admitted: Action?
    StoreContext.inForce(context) { admitted = middleware.handle(action, at: middlewareContext) }
    return admitted
  }

  /// Records the action that this level will reduce. Never inlined, so that unobserved turns do not pay for this code.
  @inlinable
  @inline(never)
  func keep(_ action: Action, _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    parentQueue.tree.watch.with(turn) { $0 }?.keepLevel(action, of: store, dispatcher, reduce, locked)
  }

  @inlinable
  @Sendable
  func reduce(_ action: Action, _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    local.mutate(parentQueue.tree, turn, locked) { reduction.reduce(&$0, action, locked) }
  }
}

/// A level that embeds actions in the actions of a level with middlewares.
@frozen
@usableFromInline
struct EmbeddingLevel<Action: Sendable, Whole: Sendable>: MiddlewareLevel {
  @usableFromInline let embed: @Sendable (Action) -> Whole
  @usableFromInline let parentQueue: ActionQueue<Whole>
  @usableFromInline let work: WorkDetector<Action>

  @inlinable
  init(
    _ embed: @escaping @Sendable (Action) -> Whole, into parentQueue: ActionQueue<Whole>, work: WorkDetector<Action>
  ) {
    self.embed = embed
    self.parentQueue = parentQueue
    self.work = work
  }

  @inlinable
  func pass(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing LockToken) -> Void
  ) -> Bool {
    guard parentQueue.path.pass(embed(action), turn, search, after: below) else { return false }
    search?.lookBelow(for: action, work)
    return true
  }
}
