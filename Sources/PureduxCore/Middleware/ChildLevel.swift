/// A child store with its middleware, below a level that may have some.
@frozen
@usableFromInline
struct ChildLevel<State: Sendable, Local: Sendable, Own: Middleware, Reduction: LocalReduction>: MiddlewareLevel
where Own.State == State, Reduction.Local == Local, Reduction.Action == Own.Action {
  @usableFromInline typealias Action = Own.Action

  @usableFromInline let local: StateCell<Local>
  /// The number of the store in its tree.
  @usableFromInline let store: UInt64
  @usableFromInline let parentQueue: ActionQueue<Action>
  /// The context that the store's own middleware runs in; nil for that of the tree.
  @usableFromInline let context: StoreContext?
  @usableFromInline let middleware: Own
  @usableFromInline let site: MiddlewareContext<State, Action>
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
    site = MiddlewareContext(source: source, tree: parentQueue.tree, dispatcher: dispatcher)
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

  /// The action as the store's own middleware lets it pass.
  @inlinable
  func admit(_ action: Action) -> Action? {
    var admitted: Action?
    StoreContext.inForce(context) { admitted = middleware.handle(action, at: site) }
    return admitted
  }

  /// Takes note of what this level is about to reduce. Never inlined, because turns that nobody watches would pay for it.
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
