/// What stands on a lane's way up besides reducers: middlewares, and the interceptor of the tree.
///
/// A lane that has neither has no passage, and pays one comparison for each action.
@usableFromInline
final class Passage<Action: Sendable>: Sendable {
  /// Gives an action to all middlewares on the way up, then reduces `below`, the store and all above it, each with the
  /// action as it came there. The result is the action as the store reduced it; nil when it was kept back.
  @usableFromInline typealias Pass =
    @Sendable (
      _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, _ below: (borrowing Held) -> Void
    ) -> Action?

  /// Told of each action that was reduced, as the root reduced it, and how to answer.
  @usableFromInline typealias Interceptor = @Sendable (_ action: Action, _ answer: @escaping Dispatch<Action>) -> Void

  /// Tells the tree's interceptor of the turn's action, and how to answer to the store that it was sent to.
  @usableFromInline typealias Intercept =
    @Sendable (_ turn: borrowing Turn, _ answer: @escaping Dispatch<Action>) -> Void

  @usableFromInline let pass: Pass
  @usableFromInline let intercept: Intercept?
  @usableFromInline let entry: Entry<Action>

  @usableFromInline
  init(entry: Entry<Action>, intercept: Intercept?, pass: @escaping Pass) {
    self.entry = entry
    self.intercept = intercept
    self.pass = pass
  }
}

extension Way {
  /// Passes an action on from below: through the middlewares from here up, and then to the reducers from `below` up.
  @inlinable
  func pass(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing Held) -> Void
  ) -> Action? {
    if let passage { return passage.pass(action, turn, search, below) }
    kind.tree.reduce(turn) { held in
      below(held)
      reduce(action, turn, held)
    }
    search?.look(for: action, kind.work)
    return action
  }

  /// A turn of a lane with a passage; nil when the action was kept back.
  @inlinable
  func perform(
    _ action: Action, through passage: Passage<Action>, _ turn: borrowing Turn, _ search: WorkSearch?
  ) -> Action? {
    let tree = kind.tree
    let isTapped = tree.isTapped(turn)
    if isTapped { tree.tell(.dispatched(action), of: store, turn) }
    guard let reduced = passage.pass(action, turn, search, { _ in }) else {
      if isTapped { tree.tell(.dropped(action), of: store, turn) }
      return nil
    }
    if isTapped { tree.tell(.reduced(reduced), of: store, turn) }
    tree.publish(turn)
    if isTapped { tree.tell(.published, of: store, turn) }
    passage.intercept?(turn) { [entry = passage.entry] in entry.dispatch($0) }
    return reduced
  }
}

/// The passages of the kinds of lanes. `middleware` and `reducer` are the store's own.
extension Passage {
  @inlinable
  static func root<State, Own: Middleware<State, Action>>(
    _ cell: StateCell<State>, tree: StoreTree, work: WorkDetector<Action>, middleware: Own?,
    interceptor: Interceptor?, reducer: @escaping Reducer<State, Action>
  ) -> Passage? {
    if middleware == nil, interceptor == nil { return nil }
    let entry = Entry<Action>()
    let site = MiddlewareSite(reading: .own(cell), tree: tree, entry: entry)
    let pass: Pass = { action, turn, search, below in
      guard let action = middleware == nil ? action : middleware?.handle(action, at: site) else { return nil }
      tree.reduce(turn) { held in
        below(held)
        cell.mutate(tree, turn, held) { reducer(&$0, action) }
      }
      search?.look(for: action, work)
      return action
    }
    guard let interceptor else { return Passage(entry: entry, intercept: nil, pass: pass) }
    let latest = TurnLocal<Action?>(nil)
    let intercept: Intercept = { turn, answer in
      if let action = latest.with(turn, { $0.take() }) { interceptor(action, answer) }
    }
    return Passage(entry: entry, intercept: intercept) { action, turn, search, below in
      let reduced = pass(action, turn, search, below)
      latest.with(turn) { $0 = reduced }
      return reduced
    }
  }

  @inlinable
  static func child<State, Local, Own: Middleware<State, Action>>(
    _ local: StateCell<Local>, of upwards: Lane<Action>, reading: Reading<State>, context: StoreContext?,
    middleware: Own?, reducer: @escaping Reducer<Local, Action>
  ) -> Passage? {
    if middleware == nil, upwards.way.passage == nil { return nil }
    let entry = Entry<Action>()
    let site = MiddlewareSite(reading: reading, tree: upwards.tree, entry: entry)
    return Passage(entry: entry, intercept: upwards.way.passage?.intercept) { action, turn, search, below in
      var admitted: Action? = action
      if let middleware { StoreContext.inForce(context) { admitted = middleware.handle(action, at: site) } }
      guard let action = admitted else { return nil }
      let passed = upwards.way.pass(action, turn, search) { held in
        below(held)
        local.mutate(upwards.tree, turn, held) { reducer(&$0, action) }
      }
      return passed == nil ? nil : action
    }
  }

  @inlinable
  static func embedding<Whole>(
    _ embed: @escaping @Sendable (Action) -> Whole, into upwards: Lane<Whole>, work: WorkDetector<Action>
  ) -> Passage? {
    guard let passage = upwards.way.passage else { return nil }
    let intercept = passage.intercept.map { [entry = passage.entry] intercept -> Intercept in
      { turn, _ in intercept(turn) { entry.dispatch($0) } }
    }
    return Passage(entry: Entry(), intercept: intercept) { action, turn, search, below in
      guard upwards.way.pass(embed(action), turn, search, after: below) != nil else { return nil }
      search?.lookBelow(for: action, work)
      return action
    }
  }
}

/// The way into a store for what belongs to it and must not keep it alive.
@usableFromInline
final class Entry<Action: Sendable>: Sendable {
  private struct Target: Sendable {
    weak var lane: Lane<Action>?
    /// False when the store is gone.
    var dispatchToStore: @Sendable (Action) -> Bool
    var context: StoreContext
  }

  private let target = Guarded<Target?>(nil)

  @usableFromInline
  init() {}

  /// Names the store, once, as soon as there is one.
  @usableFromInline
  func lead<State>(to node: StoreNode<State, Action>) {
    let target = Target(
      lane: node.lane,
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
    if let lane = target.lane {
      guard lane.work.mayFind, let composed = action as? ComposedAction else { return lane.post(action) }
      for part in composed.parts(as: Action.self, target.context) { lane.post(part) }
      return
    }
    target.context.report(.dispatchToReleasedStore(action: "\(action)"))
  }
}
