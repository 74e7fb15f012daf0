/// What the mailbox knows of a lane, whatever its actions are.
@usableFromInline
protocol AnyLane: AnyObject, Sendable {
  /// Takes out all that waits, for the caller to release outside the lock.
  func abandon(_ held: borrowing Held) -> AnyObject
  /// Delivers the next actions of those that wait.
  func deliver(_ count: Int, _ turn: borrowing Turn)
}

/// Where the actions of one store wait, and the way that they take up the tree.
///
/// A lane keeps alive what its actions need to be reduced, and not the store: a store that is
/// released with actions under way loses none.
@usableFromInline
package final class Lane<Action: Sendable>: AnyLane, @unchecked Sendable {
  // SAFETY: `waiting` is reached with proof that the mailbox's lock is held, `delivered` and `next` with a
  // turn. Everything else is constant.
  @exclusivity(unchecked) @usableFromInline var waiting: ContiguousArray<Action> = []
  @exclusivity(unchecked) @usableFromInline var delivered: ContiguousArray<Action> = []
  @exclusivity(unchecked) @usableFromInline var next = 0

  @usableFromInline typealias Reduce = @Sendable (Action, borrowing Turn, borrowing Held) -> Void

  @usableFromInline package let tree: StoreTree
  /// The number of the store in its tree.
  @usableFromInline package let store: UInt64
  /// The cell of the store's own state.
  @usableFromInline let own: any AnyObject & Sendable
  @usableFromInline let work: WorkDetector<Action>
  /// The reducers of the store and of all above, in this order.
  @usableFromInline let reduce: Reduce
  /// What else is on that way: middlewares, and the interceptor.
  @usableFromInline let passage: Passage<Action>?
  /// `performNext`, formed where the action's type is known, so that it is specialised.
  @usableFromInline let process: @Sendable (Lane<Action>, Int, borrowing Turn) -> Void

  @inlinable
  init(
    tree: StoreTree, store: UInt64, own: any AnyObject & Sendable, work: WorkDetector<Action>,
    passage: Passage<Action>? = nil, reduce: @escaping Reduce
  ) {
    self.tree = tree
    self.store = store
    self.own = own
    self.work = work
    self.passage = passage
    self.reduce = reduce
    process = { lane, count, turn in lane.performNext(count, turn) }
  }

  var id: StoreID { StoreID(tree: tree.identity, number: store) }

  /// Puts an action behind what waits in the tree.
  @inlinable
  func post(_ action: Action) {
    let mailbox = tree.mailbox
    let schedule = mailbox.lock.hold { held in
      waiting.append(action)
      return mailbox.state.with(held) { $0.postAction(to: self) }
    }
    mailbox.wake(schedule: schedule)
  }

  @usableFromInline
  func abandon(_ held: borrowing Held) -> AnyObject {
    defer { waiting = [] }
    return TurnLocal(waiting)
  }

  @usableFromInline
  func deliver(_ count: Int, _ turn: borrowing Turn) { process(self, count, turn) }

  @inlinable
  func performNext(_ count: Int, _ turn: borrowing Turn) {
    // Counted here and not in the lane, whose memory the posting threads are reading.
    var index = next
    for _ in 0..<count {
      // All that waits is set aside at once; what of it is not counted yet has its turn later.
      if delivered.isEmpty { tree.mailbox.lock.hold { _ in swap(&waiting, &delivered) } }
      perform(delivered[index], turn)
      index += 1
      guard index == delivered.count else { continue }
      delivered.removeAll(keepingCapacity: index < 65_536)
      index = 0
    }
    next = index
  }

  /// One turn: reduces upwards, then publishes downwards. Returns the action as the store reduced it; nil when a
  /// middleware kept it back.
  @inlinable
  @discardableResult
  func perform(_ action: Action, _ turn: borrowing Turn) -> Action? {
    if let passage { return perform(action, through: passage, turn) }
    let isTapped = tree.isTapped(turn)
    if isTapped { tree.tell(.dispatched(action), of: store, turn) }
    tree.reduce(turn) { held in reduce(action, turn, held) }
    if isTapped { tree.tell(.reduced(action), of: store, turn) }
    tree.publish(turn)
    if isTapped { tree.tell(.published, of: store, turn) }
    return action
  }

  /// One turn, unless `closed` has been raised before it: then the action is dropped, and the tap is told.
  func perform(_ action: Action, unless closed: AtomicFlag?, _ turn: borrowing Turn) -> Action? {
    guard closed?.isRaised != true else {
      tree.tell(.dropped(action), of: store, turn)
      return nil
    }
    return perform(action, turn)
  }

  /// Puts an action behind what waits in the tree, to be dropped if `closed` is raised before its turn comes.
  package func post(_ action: Action, unless closed: AtomicFlag) {
    tree.mailbox.post { [self] turn in _ = perform(action, unless: closed, turn) }
  }

  /// A turn that replaces the store's own state, and reduces nothing.
  func replaceState<Own: Sendable>(with state: Own, _ turn: borrowing Turn) {
    guard let cell = own as? StateCell<Own> else { return }
    tree.reduce(turn) { held in cell.mutate(tree, turn, held) { $0 = state } }
    tree.tell(.replaced, of: store, turn)
    tree.publish(turn)
    tree.tell(.published, of: store, turn)
  }
}
