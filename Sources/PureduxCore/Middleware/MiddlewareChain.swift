/// What stands on a lane's way up besides reducers: middlewares, and the interceptor of the tree.
///
/// A lane that has neither has no passage, and pays one comparison for each action.
@usableFromInline
final class MiddlewareChain<Action: Sendable>: Sendable {
  /// Gives an action to all middlewares on the way up, then reduces `below`, the store and all above it, each with the
  /// action as it came there. The result is the action as the store reduced it; nil when it was kept back.
  @usableFromInline typealias Pass =
    @Sendable (
      _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, _ below: (borrowing LockToken) -> Void
    ) -> Action?

  /// Told of each action that was reduced, as the root reduced it, and how to answer.
  @usableFromInline typealias Interceptor = @Sendable (_ action: Action, _ answer: @escaping Dispatch<Action>) -> Void

  /// Tells the tree's interceptor of the turn's action, and how to answer to the store that it was sent to.
  @usableFromInline typealias Intercept =
    @Sendable (_ turn: borrowing Turn, _ answer: @escaping Dispatch<Action>) -> Void

  @usableFromInline let pass: Pass
  @usableFromInline let intercept: Intercept?
  @usableFromInline let dispatcher: WeakDispatcher<Action>

  @usableFromInline
  init(dispatcher: WeakDispatcher<Action>, intercept: Intercept?, pass: @escaping Pass) {
    self.dispatcher = dispatcher
    self.intercept = intercept
    self.pass = pass
  }
}

extension ReductionPath {
  /// Passes an action on from below: through the middlewares from here up, and then to the reducers from `below` up.
  @inlinable
  func pass(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing LockToken) -> Void
  ) -> Action? {
    if let middlewares { return middlewares.pass(action, turn, search, below) }
    family.tree.reduce(turn) { locked in
      below(locked)
      reduce(action, turn, locked)
    }
    search?.look(for: action, family.work)
    return action
  }

  /// A turn of a lane with a passage; nil when the action was kept back.
  @inlinable
  func perform(
    _ action: Action, through middlewares: MiddlewareChain<Action>, _ turn: borrowing Turn, _ search: WorkSearch?
  ) -> Action? {
    let tree = family.tree
    let isTapped = tree.isTapped(turn)
    if isTapped { tree.tell(.turnBegan(action), of: store, turn) }
    guard let reduced = middlewares.pass(action, turn, search, { _ in }) else {
      if isTapped { tree.tell(.dropped(action), of: store, turn) }
      return nil
    }
    if isTapped { tree.tell(.reduced(reduced), of: store, turn) }
    tree.publish(turn)
    if isTapped { tree.tell(.published, of: store, turn) }
    middlewares.intercept?(turn) { [dispatcher = middlewares.dispatcher] in dispatcher.dispatch($0) }
    return reduced
  }
}

/// The passages of the kinds of lanes. `middleware` and `reducer` are the store's own.
extension MiddlewareChain {
  @inlinable
  static func root<State, Own: Middleware<State, Action>>(
    _ cell: StateCell<State>, tree: StoreTree, work: WorkDetector<Action>, middleware: Own?,
    interceptor: Interceptor?, reducer: @escaping Reducer<State, Action>
  ) -> MiddlewareChain? {
    if middleware == nil, interceptor == nil { return nil }
    let dispatcher = WeakDispatcher<Action>()
    let site = MiddlewareSite(source: .own(cell), tree: tree, dispatcher: dispatcher)
    let pass: Pass = { action, turn, search, below in
      guard let action = middleware == nil ? action : middleware?.handle(action, at: site) else { return nil }
      tree.reduce(turn) { locked in
        below(locked)
        cell.mutate(tree, turn, locked) { reducer(&$0, action) }
      }
      search?.look(for: action, work)
      return action
    }
    guard let interceptor else { return MiddlewareChain(dispatcher: dispatcher, intercept: nil, pass: pass) }
    let latest = TurnLocal<Action?>(nil)
    let intercept: Intercept = { turn, answer in
      if let action = latest.with(turn, { $0.take() }) { interceptor(action, answer) }
    }
    return MiddlewareChain(dispatcher: dispatcher, intercept: intercept) { action, turn, search, below in
      let reduced = pass(action, turn, search, below)
      latest.with(turn) { $0 = reduced }
      return reduced
    }
  }

  @inlinable
  static func child<State, Local, Own: Middleware<State, Action>>(
    _ local: StateCell<Local>, of parentQueue: ActionQueue<Action>, source: StateSource<State>, context: StoreContext?,
    middleware: Own?, reducer: @escaping Reducer<Local, Action>
  ) -> MiddlewareChain? {
    if middleware == nil, parentQueue.path.middlewares == nil { return nil }
    let dispatcher = WeakDispatcher<Action>()
    let site = MiddlewareSite(source: source, tree: parentQueue.tree, dispatcher: dispatcher)
    return MiddlewareChain(dispatcher: dispatcher, intercept: parentQueue.path.middlewares?.intercept) { action, turn, search, below in
      var admitted: Action? = action
      if let middleware { StoreContext.inForce(context) { admitted = middleware.handle(action, at: site) } }
      guard let action = admitted else { return nil }
      let passed = parentQueue.path.pass(action, turn, search) { locked in
        below(locked)
        local.mutate(parentQueue.tree, turn, locked) { reducer(&$0, action) }
      }
      return passed == nil ? nil : action
    }
  }

  @inlinable
  static func embedding<Whole>(
    _ embed: @escaping @Sendable (Action) -> Whole, into parentQueue: ActionQueue<Whole>, work: WorkDetector<Action>
  ) -> MiddlewareChain? {
    guard let middlewares = parentQueue.path.middlewares else { return nil }
    let intercept = middlewares.intercept.map { [dispatcher = middlewares.dispatcher] intercept -> Intercept in
      { turn, _ in intercept(turn) { dispatcher.dispatch($0) } }
    }
    return MiddlewareChain(dispatcher: WeakDispatcher(), intercept: intercept) { action, turn, search, below in
      guard parentQueue.path.pass(embed(action), turn, search, after: below) != nil else { return nil }
      search?.lookBelow(for: action, work)
      return action
    }
  }
}

/// The way into a store for what belongs to it and must not keep it alive.
@usableFromInline
final class WeakDispatcher<Action: Sendable>: Sendable {
  private struct Target: Sendable {
    weak var actionQueue: ActionQueue<Action>?
    /// False when the store is gone.
    var dispatchToStore: @Sendable (Action) -> Bool
    var context: StoreContext
  }

  private let target = Guarded<Target?>(nil)

  @usableFromInline
  init() {}

  /// Names the store, once, as soon as there is one.
  @usableFromInline
  func setStore<State>(_ node: StoreNode<State, Action>) {
    let target = Target(
      actionQueue: node.actionQueue,
      dispatchToStore: { [weak node] action in
        guard let node else { return false }
        StateStore(node: node).dispatch(action)
        return true
      },
      context: node.context)
    self.target.withLock { $0 = target }
  }

  /// Dispatches to the store. After it is gone its last actions still take what they bring about with them.
  @usableFromInline
  func dispatch(_ action: Action) {
    guard let target = target.withLock({ $0 }), !target.dispatchToStore(action) else { return }
    if let actionQueue = target.actionQueue {
      guard actionQueue.work.mayFind, let composed = action as? ComposedAction else { return actionQueue.post(action) }
      for part in composed.parts(as: Action.self, target.context) { actionQueue.post(part) }
      return
    }
    target.context.report(.dispatchToReleasedStore(action: "\(action)"))
  }
}
