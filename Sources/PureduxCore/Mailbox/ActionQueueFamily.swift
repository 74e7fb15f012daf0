/// What all action queues of a tree have in common whose actions are of one type and meet nothing but reducers. An action queue with
/// a middleware chain has a kind of its own.
@usableFromInline
final class ActionQueueFamily<Action: Sendable>: Sendable {
  @usableFromInline let tree: StoreTree
  @usableFromInline let mailbox: Mailbox
  @usableFromInline let work: WorkDetector<Action>
  @usableFromInline let middlewares: MiddlewareChain<Action>?
  /// The action queue that is seen through a window.
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

  /// Puts an action into its action queue, behind what waits in the tree; or performs it at once, on the main thread.
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
