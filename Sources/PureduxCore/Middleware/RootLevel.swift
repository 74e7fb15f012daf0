/// The uppermost level: a root store with its middleware, and with what an interceptor is told.
@frozen
@usableFromInline
struct RootLevel<State: Sendable, Own: Middleware>: MiddlewareLevel where Own.State == State {
  @usableFromInline typealias Action = Own.Action

  @usableFromInline let cell: StateCell<State>
  @usableFromInline let tree: StoreTree
  /// The number of the store in its tree.
  @usableFromInline let store: UInt64
  @usableFromInline let work: WorkDetector<Action>
  @usableFromInline let middleware: Own
  @usableFromInline let site: MiddlewareContext<State, Action>
  @usableFromInline let dispatcher: WeakDispatcher<Action>
  @usableFromInline let reducer: Reducer<State, Action>
  /// The action that an interceptor is told of; nil where there is no interceptor.
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
    site = MiddlewareContext(source: .own(cell), tree: tree, dispatcher: dispatcher)
    self.dispatcher = dispatcher
    self.latest = latest
    self.reducer = reducer
  }

  @inlinable
  func pass(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing LockToken) -> Void
  ) -> Bool {
    guard let action = middleware.handle(action, at: site) else { return false }
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

  /// Takes note of what this level is about to reduce. Never inlined, because turns that nobody watches would pay for it.
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
