/// The state shared by all action queues of a tree that have the same action type, and no middleware and no lifetime
/// of their own.
///
/// A queue with middlewares above it has a context of its own, and so have the queues of stores that end with a lifetime.
@_fixed_layout
@usableFromInline
final class QueueContext<Action: Sendable>: Sendable {
  @usableFromInline let tree: StoreTree
  @usableFromInline let mailbox: Mailbox
  @usableFromInline let work: WorkDetector<Action>
  @usableFromInline let middlewares: MiddlewareChain<Action>?
  /// The lifetime with which the stores here end.
  @usableFromInline let lifetime: Lifetime?
  /// The action queue that a window shows.
  @usableFromInline let windowTarget: ActionQueue<Action>?
  /// `performNext` as a closure, formed where the action's type is known, so that it is specialised.
  @usableFromInline let process: @Sendable (ActionQueue<Action>, Int, borrowing Turn) -> Void

  @inlinable
  init(tree: StoreTree, work: WorkDetector<Action>, middlewares: MiddlewareChain<Action>?, lifetime: Lifetime? = nil) {
    self.tree = tree
    mailbox = tree.mailbox
    self.work = work
    self.middlewares = middlewares
    self.lifetime = lifetime
    windowTarget = nil
    process = { actionQueue, count, turn in actionQueue.performNext(count, turn) }
  }

  /// For a window on a store, which checks with each action whether the store is still there.
  init(ofWindow actionQueue: ActionQueue<Action>) {
    let queueContext = actionQueue.path.queueContext
    windowTarget = actionQueue
    tree = queueContext.tree
    mailbox = queueContext.mailbox
    work = WorkDetector(ofWindow: queueContext.work)
    middlewares = queueContext.middlewares
    lifetime = queueContext.lifetime
    process = queueContext.process
  }

  /// Whether the stores here have ended with their lifetime. Their actions are reduced nowhere then.
  @usableFromInline var isDetached: Bool { @inlinable get { lifetime?.isClosed == true } }

  /// Posts an action to its queue, or performs it at once on the main thread.
  ///
  /// It is here, next to the mailbox: on a longer path the posting threads would retain what lies on it, and contend
  /// for the reference counts.
  @inlinable
  func post(_ action: Action, in actionQueue: ActionQueue<Action>) {
    if mailbox.deliversOnMain, deliverAtOnce(action, of: actionQueue) { return }
    mailbox.post(to: actionQueue) { locked in actionQueue.keep(action, locked) }
  }

  /// Never inlined, because posting elsewhere would pay for it.
  @inlinable
  @inline(never)
  func deliverAtOnce(_ action: Action, of actionQueue: ActionQueue<Action>) -> Bool {
    mailbox.deliverAtOnce { turn in actionQueue.path.perform(action, turn) }
  }
}
