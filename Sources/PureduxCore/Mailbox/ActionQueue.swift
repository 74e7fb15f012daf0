/// The queue of a store's actions, with their path up the tree.
///
/// The queue retains everything needed to reduce its actions, but not the store, so releasing a store does not drop its
/// queued actions.
@_fixed_layout
@usableFromInline
package final class ActionQueue<Action: Sendable>: AnyActionQueue, @unchecked Sendable {
  // SAFETY: accessed only with the token of the mailbox's lock, which only the mailbox issues.
  @exclusivity(unchecked) @usableFromInline var waiting: ContiguousArray<Action> = []
  /// Older actions, in fixed-size pieces. Growing a single array would copy its elements and temporarily need twice the
  /// memory.
  // SAFETY: as `waiting`.
  @exclusivity(unchecked) @usableFromInline var full: [ContiguousArray<Action>] = []
  /// Dequeued actions that exceed the current delivery's count, in reverse order.
  // SAFETY: accessed only with a turn of the tree, which only the mailbox creates.
  @exclusivity(unchecked) @usableFromInline var setAside: ContiguousArray<Action> = []

  /// The cell of the store's own state.
  @usableFromInline package let own: any AnyObject & Sendable
  @usableFromInline package let path: ReductionPath<Action>

  @inlinable
  init(own: any AnyObject & Sendable, path: ReductionPath<Action>) {
    self.own = own
    self.path = path
  }

  @usableFromInline package var tree: StoreTree { @inlinable get { path.queueContext.tree } }
  @usableFromInline var work: WorkDetector<Action> { @inlinable get { path.queueContext.work } }
  package var store: UInt64 { path.store }
  var id: StoreID { tree.id(of: store) }

  /// Posts an action to the tree's mailbox.
  @inlinable
  func post(_ action: Action) { path.queueContext.post(action, in: self) }

  /// Appends an action to this queue.
  @inlinable
  func keep(_ action: Action, _ locked: borrowing LockToken) {
    if waiting.count == Self.mostInAPiece { beginPiece(locked) }
    waiting.append(action)
  }

  @inlinable static var mostInAPiece: Int { 65_536 }

  @usableFromInline
  func beginPiece(_ locked: borrowing LockToken) {
    full.append(waiting)
    waiting = []
    waiting.reserveCapacity(Self.mostInAPiece)
  }

  /// Moves the oldest piece of the queue into `actions`, which must be empty.
  @inlinable
  func takePiece(_ actions: inout ContiguousArray<Action>, _ locked: borrowing LockToken) {
    if full.isEmpty { swap(&waiting, &actions) } else { actions = full.removeFirst() }
  }

  @usableFromInline
  func abandon(_ locked: borrowing LockToken) -> AnyObject {
    defer { (waiting, full) = ([], []) }
    return TurnLocal((waiting, full))
  }

  @usableFromInline
  func deliver(_ count: Int, _ turn: borrowing Turn) { path.queueContext.process(self, count, turn) }

  @inlinable
  func performNext(_ count: Int, _ turn: borrowing Turn) {
    // Copy the path: posting threads write to the queue's memory, so reading `path` in the loops would cause false
    // sharing.
    let path = path
    var left = count
    var actions: ContiguousArray<Action> = []
    swap(&actions, &setAside)
    while left > 0, let action = actions.popLast() {
      path.perform(action, turn)
      left -= 1
    }
    while left > 0 {
      tree.mailbox.hold { locked in takePiece(&actions, locked) }
      assert(!actions.isEmpty, "fewer actions are queued than were counted")
      let turns = min(left, actions.count)
      path.perform(actions, turns, turn)
      left -= turns
      if turns == actions.count {
        // Keep the array's capacity, unless it is large.
        actions.removeAll(keepingCapacity: turns < Self.mostInAPiece)
      } else {
        actions.removeFirst(turns)
        actions.reverse()
      }
    }
    swap(&actions, &setAside)
  }

  /// Performs one turn. If `closed` was raised, drops the action without reducing it, and notifies the taps.
  ///
  /// Returns whether the action was reduced.
  func perform(
    _ action: Action, unless closed: AtomicFlag?, _ turn: borrowing Turn, _ search: WorkSearch? = nil
  ) -> Bool {
    guard closed?.isRaised != true else {
      tree.tell(.dropped(action), of: store, turn)
      return false
    }
    return path.perform(action, turn, search)
  }

  /// Posts an action, and retains `owner` until the action's turn. If `closed` is raised before that turn, the action
  /// is dropped.
  package func post(_ action: Action, unless closed: AtomicFlag, keeping owner: some AnyObject & Sendable) {
    tree.mailbox.post { [self] turn in withExtendedLifetime(owner) { _ = perform(action, unless: closed, turn) } }
  }

  /// Performs a turn that replaces the store's own state instead of reducing an action.
  func replaceState<Own: Sendable>(with state: Own, _ turn: borrowing Turn) {
    guard let cell = own as? StateCell<Own> else { return }
    let reduce: ReductionPath<Own>.Reduce = { [tree] state, turn, locked in
      cell.mutate(tree, turn, locked) { $0 = state }
    }
    let watch = tree.watch.with(turn) { $0 }
    let observer = watch?.observer
    _ = observer?.turnBegan(of: store, turn)
    tree.reduce(turn) { locked in
      if let observer {
        let log: ActionLog<Own> = observer.log(ObjectIdentifier(Own.self), keeping: nil) {
          states, indices, replace, turn, locked in
          for index in indices { replace(states[index], turn, locked) }
        }
        log.keep(state, of: store, as: .replacement, reduce, locked, for: observer)
      }
      reduce(state, turn, locked)
    }
    observer?.reducingEnded(turn)
    tree.tellTaps(.replaced, of: store, watch)
    tree.publish(turn)
    observer?.turnEnded(isDropped: false, turn)
    tree.tellTaps(.published, of: store, watch)
  }
}

/// A type-erased action queue.
@usableFromInline
protocol AnyActionQueue: AnyObject, Sendable {
  /// Removes and returns all queued actions, for the caller to release outside the lock.
  func abandon(_ locked: borrowing LockToken) -> AnyObject
  /// Delivers the next `count` actions of this queue.
  func deliver(_ count: Int, _ turn: borrowing Turn)
}

/// The state shared by action queues of the same tree and action type.
///
/// Queues with middlewares on their path, and queues of stores with a lifetime, have separate contexts.
@_fixed_layout
@usableFromInline
final class QueueContext<Action: Sendable>: Sendable {
  @usableFromInline let tree: StoreTree
  @usableFromInline let mailbox: Mailbox
  @usableFromInline let work: WorkDetector<Action>
  @usableFromInline let middlewares: MiddlewareChain<Action>?
  /// The lifetime that the stores belong to; nil if each store ends with its last handle.
  @usableFromInline let lifetime: Lifetime?
  /// The action queue behind a window; nil if this is not the context of a window.
  @usableFromInline let windowTarget: ActionQueue<Action>?
  /// `performNext` as a closure. The closure is created where the action's type is known statically, so it is
  /// specialized.
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

  /// Creates the context of a window: for each action, the window checks whether the store still exists.
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

  /// Whether the stores have ended with their lifetime. If so, their actions are dropped.
  @usableFromInline var isDetached: Bool { @inlinable get { lifetime?.isClosed == true } }

  /// Posts an action to its queue, or, for a store of the main thread, performs the action immediately if called there.
  ///
  /// Defined in the queue context, which stores the mailbox: otherwise, posting threads would retain more objects and
  /// contend for their reference counts.
  @inlinable
  func post(_ action: Action, in actionQueue: ActionQueue<Action>) {
    if mailbox.deliversOnMain, deliverAtOnce(action, of: actionQueue) { return }
    mailbox.post(to: actionQueue) { locked in actionQueue.keep(action, locked) }
  }

  /// Never inlined, so that other posts do not pay for this code.
  @inlinable
  @inline(never)
  func deliverAtOnce(_ action: Action, of actionQueue: ActionQueue<Action>) -> Bool {
    mailbox.deliverAtOnce { turn in actionQueue.path.perform(action, turn) }
  }
}
