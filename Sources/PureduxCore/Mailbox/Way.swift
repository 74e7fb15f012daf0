/// The way of an action up the tree, from the store that it was sent to: what is constant of a lane.
@usableFromInline
struct Way<Action: Sendable>: Sendable {
  @usableFromInline typealias Reduce = @Sendable (Action, borrowing Turn, borrowing Held) -> Void

  @usableFromInline let kind: LaneKind<Action>
  /// The number of the store in its tree.
  @usableFromInline let store: UInt64
  /// The reducers of the store and of all above, in this order.
  @usableFromInline let reduce: Reduce

  @inlinable
  init(kind: LaneKind<Action>, store: UInt64, reduce: @escaping Reduce) {
    self.kind = kind
    self.store = store
    self.reduce = reduce
  }

  /// What else is on that way: middlewares, and the interceptor.
  @usableFromInline var passage: Passage<Action>? { @inlinable get { kind.passage } }

  /// One turn: reduces upwards, then publishes downwards. Returns the action as the store reduced it; nil when a
  /// middleware kept it back. `search` is told of the work that the action does.
  @inlinable
  @discardableResult
  func perform(_ action: Action, _ turn: borrowing Turn, _ search: WorkSearch? = nil) -> Action? {
    if let passage { return perform(action, through: passage, turn, search) }
    let tree = kind.tree
    let isTapped = tree.isTapped(turn)
    if isTapped { tree.tell(.dispatched(action), of: store, turn) }
    tree.reduce(turn) { held in reduce(action, turn, held) }
    if isTapped { tree.tell(.reduced(action), of: store, turn) }
    tree.publish(turn)
    if isTapped { tree.tell(.published, of: store, turn) }
    search?.look(for: action, kind.work)
    return action
  }
}

/// What all lanes of a tree have in common whose actions are of one type and meet nothing but reducers. A lane with
/// a passage has a kind of its own.
@usableFromInline
final class LaneKind<Action: Sendable>: Sendable {
  @usableFromInline let tree: StoreTree
  @usableFromInline let mailbox: Mailbox
  @usableFromInline let work: WorkDetector<Action>
  @usableFromInline let passage: Passage<Action>?
  /// The lane that is seen through a window.
  @usableFromInline let shown: Lane<Action>?
  /// `performNext`, formed where the action's type is known, so that it is specialised.
  @usableFromInline let process: @Sendable (Lane<Action>, Int, borrowing Turn) -> Void

  @inlinable
  init(tree: StoreTree, work: WorkDetector<Action>, passage: Passage<Action>?) {
    self.tree = tree
    mailbox = tree.mailbox
    self.work = work
    self.passage = passage
    shown = nil
    process = { lane, count, turn in lane.performNext(count, turn) }
  }

  /// For a window on a store, which looks with each action whether the store is still there.
  init(ofWindow lane: Lane<Action>) {
    let kind = lane.way.kind
    shown = lane
    tree = kind.tree
    mailbox = kind.mailbox
    work = WorkDetector(ofWindow: kind.work)
    passage = kind.passage
    process = kind.process
  }

  /// Puts an action into its lane, behind what waits in the tree; or performs it at once, on the main thread.
  ///
  /// Here, where the mailbox is at hand: on a longer way to it the posting threads would count as its owners, and wait
  /// for each other's counting.
  @inlinable
  func post(_ action: Action, in lane: Lane<Action>) {
    if mailbox.deliversOnMain, deliverAtOnce(action, of: lane) { return }
    mailbox.post(to: lane) { held in lane.keep(action, held) }
  }

  /// Never inlined, for posting elsewhere would pay for it.
  @inlinable
  @inline(never)
  func deliverAtOnce(_ action: Action, of lane: Lane<Action>) -> Bool {
    mailbox.deliverAtOnce { turn in lane.way.perform(action, turn) }
  }
}
