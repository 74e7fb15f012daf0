/// The way of an action up the tree, from the store that it was sent to: what is constant of a lane.
@usableFromInline
struct ReductionPath<Action: Sendable>: Sendable {
  @usableFromInline typealias Reduce = @Sendable (Action, borrowing Turn, borrowing LockToken) -> Void

  @usableFromInline let family: ActionQueueFamily<Action>
  /// The number of the store in its tree.
  @usableFromInline let store: UInt64
  /// The reducers of the store and of all above, in this order.
  @usableFromInline let reduce: Reduce

  @inlinable
  init(family: ActionQueueFamily<Action>, store: UInt64, reduce: @escaping Reduce) {
    self.family = family
    self.store = store
    self.reduce = reduce
  }

  /// What else is on that way: middlewares, and the interceptor.
  @usableFromInline var middlewares: MiddlewareChain<Action>? { @inlinable get { family.middlewares } }

  /// One turn: reduces upwards, then publishes downwards. Returns the action as the store reduced it; nil when a
  /// middleware kept it back. `search` is told of the work that the action does.
  @inlinable
  @discardableResult
  func perform(_ action: Action, _ turn: borrowing Turn, _ search: WorkSearch? = nil) -> Action? {
    if let middlewares { return perform(action, through: middlewares, turn, search) }
    let tree = family.tree
    let isTapped = tree.isTapped(turn)
    if isTapped { tree.tell(.turnBegan(action), of: store, turn) }
    tree.reduce(turn) { locked in reduce(action, turn, locked) }
    if isTapped { tree.tell(.reduced(action), of: store, turn) }
    tree.publish(turn)
    if isTapped { tree.tell(.published, of: store, turn) }
    search?.look(for: action, family.work)
    return action
  }
}

/// What all lanes of a tree have in common whose actions are of one type and meet nothing but reducers. A lane with
/// a passage has a kind of its own.
@usableFromInline
final class ActionQueueFamily<Action: Sendable>: Sendable {
  @usableFromInline let tree: StoreTree
  @usableFromInline let mailbox: Mailbox
  @usableFromInline let work: WorkDetector<Action>
  @usableFromInline let middlewares: MiddlewareChain<Action>?
  /// The lane that is seen through a window.
  @usableFromInline let shown: ActionQueue<Action>?
  /// `performNext`, formed where the action's type is known, so that it is specialised.
  @usableFromInline let process: @Sendable (ActionQueue<Action>, Int, borrowing Turn) -> Void

  @inlinable
  init(tree: StoreTree, work: WorkDetector<Action>, middlewares: MiddlewareChain<Action>?) {
    self.tree = tree
    mailbox = tree.mailbox
    self.work = work
    self.middlewares = middlewares
    shown = nil
    process = { actionQueue, count, turn in actionQueue.performNext(count, turn) }
  }

  /// For a window on a store, which looks with each action whether the store is still there.
  init(ofWindow actionQueue: ActionQueue<Action>) {
    let family = actionQueue.path.family
    shown = actionQueue
    tree = family.tree
    mailbox = family.mailbox
    work = WorkDetector(ofWindow: family.work)
    middlewares = family.middlewares
    process = family.process
  }

  /// Puts an action into its lane, behind what waits in the tree; or performs it at once, on the main thread.
  ///
  /// Here, where the mailbox is at hand: on a longer way to it the posting threads would count as its owners, and wait
  /// for each other's counting.
  @inlinable
  func post(_ action: Action, in actionQueue: ActionQueue<Action>) {
    if mailbox.deliversOnMain, deliverAtOnce(action, of: actionQueue) { return }
    mailbox.post(to: actionQueue) { locked in actionQueue.keep(action, locked) }
  }

  /// Never inlined, for posting elsewhere would pay for it.
  @inlinable
  @inline(never)
  func deliverAtOnce(_ action: Action, of actionQueue: ActionQueue<Action>) -> Bool {
    mailbox.deliverAtOnce { turn in actionQueue.path.perform(action, turn) }
  }
}
