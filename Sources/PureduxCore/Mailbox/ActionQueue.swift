/// The queue of actions that wait for one store, with the path that they take up the tree.
///
/// It keeps alive what its actions need to be reduced, and not the store: a store that is released while actions wait
/// loses none of them.
@_fixed_layout
@usableFromInline
package final class ActionQueue<Action: Sendable>: AnyActionQueue, @unchecked Sendable {
  // SAFETY: reached with the token of the mailbox's lock, which the mailbox alone hands out.
  @exclusivity(unchecked) @usableFromInline var waiting: ContiguousArray<Action> = []
  /// Older actions, in pieces: an array that grew to hold very many would need room for them twice, and copy them.
  // SAFETY: as `waiting`.
  @exclusivity(unchecked) @usableFromInline var full: [ContiguousArray<Action>] = []
  /// Actions taken out for a delivery that counted fewer; the next one comes last.
  // SAFETY: reached with a turn of the tree, which the mailbox alone makes.
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

  /// Posts an action behind those that wait in the tree.
  @inlinable
  func post(_ action: Action) {
    path.queueContext.post(action, in: self)
  }

  /// Appends an action.
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

  /// Takes out the oldest piece, in exchange for an empty one.
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
    // The loops leave the queue's own memory alone, because the posting threads write to it all the time.
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
      assert(!actions.isEmpty, "fewer actions wait than were counted")
      let turns = min(left, actions.count)
      path.perform(actions, turns, turn)
      left -= turns
      if turns == actions.count {
        // Keep room for as much again, unless that is a lot.
        actions.removeAll(keepingCapacity: turns < Self.mostInAPiece)
      } else {
        actions.removeFirst(turns)
        actions.reverse()
      }
    }
    swap(&actions, &setAside)
  }

  /// Performs one turn; where `closed` has been raised, drops the action instead, and tells the tap.
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

  /// Posts an action that is dropped where `closed` is raised before its turn.
  package func post(_ action: Action, unless closed: AtomicFlag) {
    tree.mailbox.post { [self] turn in _ = perform(action, unless: closed, turn) }
  }

  /// Performs a turn that replaces the store's own state and reduces nothing.
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

/// An action queue as the mailbox knows it, whatever its action type is.
@usableFromInline
protocol AnyActionQueue: AnyObject, Sendable {
  /// Takes out all that waits, for the caller to release outside the lock.
  func abandon(_ locked: borrowing LockToken) -> AnyObject
  /// Delivers the next `count` actions.
  func deliver(_ count: Int, _ turn: borrowing Turn)
}

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
