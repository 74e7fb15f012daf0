internal import PureduxAtomics

/// Observes the turns of a tree step by step, for example to record them. A tree has at most one turn observer, in
/// addition to its taps.
///
/// In a tree without an observer, a turn costs one additional test. All functions are called in turns of the tree. The
/// turn of a reduced action calls `turnBegan`, then `kept` for each recorded step, then `reducingEnded`, and finally
/// `turnEnded`.
@usableFromInline
package protocol TurnObserver: AnyObject, Sendable {
  /// The observer of posts to the tree's mailbox; a separate object, because posting threads write to it.
  var postObserver: any PostObserver { get }

  /// Called when the turn of an action that was posted to `store` begins.
  ///
  /// Returns false if the action must not be reduced. The action is then only recorded, as a `dispatch` step, and
  /// `turnEnded` reports it as dropped.
  func turnBegan(of store: UInt64, _ turn: borrowing Turn) -> Bool
  /// Called with the state lock held, after a log has recorded an action.
  ///
  /// Unless `step` specifies otherwise, the action is reduced next.
  func kept(log: UInt32, path: UInt32, as step: TurnStep)
  /// Called after the reducers of the turn have run.
  func reducingEnded(_ turn: borrowing Turn)
  /// - Parameter isDropped: Whether the action was dropped.
  func turnEnded(isDropped: Bool, _ turn: borrowing Turn)
  /// Runs `body` with the turn that has just ended as the cause of everything that `body` starts.
  func afterTurn(_ turn: borrowing Turn, _ body: () -> Void)

  /// Called for an event that is not a step of a turn.
  ///
  /// - Parameter cell: The cell of the store, if the event is the store's release; otherwise nil.
  func happened(_ kind: StoreEvent.Kind, of store: UInt64, cell: ObjectIdentifier?, _ turn: borrowing Turn)
  /// Called after a store has been created.
  func storeMade<State, Action>(_ store: WeakStore<State, Action>, _ made: MadeStore, _ turn: borrowing Turn)
  /// Called when misuse is reported in the current turn of this thread. The thread may hold the state lock.
  func reported(_ misuse: Misuse)

  // The following functions are called rarely: for the first action of a kind, and for a store's first action in a log.

  /// Returns the log for actions whose paths have this key.
  func log<Action>(
    _ key: ObjectIdentifier, keeping object: AnyObject?, _ reducing: @escaping ActionLog<Action>.Reducing
  ) -> ActionLog<Action>
  /// Called when a log records the first action of this store. `reduce` changes the cells on the action's path.
  func enter(
    _ store: UInt64, _ locked: borrowing LockToken, _ reduce: (borrowing Turn, borrowing LockToken) -> Void)
}

/// The role of a recorded action in its turn.
@usableFromInline
package enum TurnStep: UInt8, Sendable {
  /// The turn's action, which all levels reduce in this step.
  case turn
  /// The turn's action, which is reduced in later steps unless it is dropped.
  case dispatch
  /// The action that one level of the path reduces.
  case level
  /// A state that replaces a store's own state.
  case replacement
}

/// A store that was created while its tree was observed.
@usableFromInline
package struct MadeStore: Sendable {
  package let number: UInt64
  package let event: StoreEvent.Kind
  /// The cell of the store's own state.
  package let own: any AnyObject & Sendable
}

/// A thread's reference to the observer of its current turn.
@usableFromInline
package final class TurnObserverHook: @unchecked Sendable {
  // SAFETY: set once, by the observer, which owns the hook.
  @exclusivity(unchecked) private unowned(unsafe) var observer: (any TurnObserver)?

  package init() {}

  package func set(_ observer: any TurnObserver) { self.observer = observer }

  /// Calls `body` with the observer of this thread's current turn, if there is one.
  static func withObserverOfThread(_ body: (any TurnObserver) -> Void) {
    guard let pointer = puredux_thread_turn_observer() else { return }
    // SAFETY: an observer sets the pointer to its hook only for the duration of a turn, and the turn's tree retains the
    // observer.
    Unmanaged<TurnObserverHook>.fromOpaque(pointer)._withUnsafeGuaranteedRef { hook in
      if let observer = hook.observer { body(observer) }
    }
  }

  /// Whether this thread is publishing past states.
  ///
  /// An audience that publishes only changes must publish a past state without comparing it, and must not store it as
  /// the last state. Observers that start and end work do not receive past states, so the last state must remain a
  /// state that they received.
  @usableFromInline
  package static var showsPastOnThread: Bool { puredux_thread_shows_past() }
}

extension StoreTree {
  /// The observer of the tree's turns.
  package func turnObserver(_ turn: borrowing Turn) -> (any TurnObserver)? { watch.with(turn) { $0?.observer } }

  /// Sets the observer of later turns, replacing the previous observer.
  package func setTurnObserver(_ observer: any TurnObserver, _ turn: borrowing Turn) {
    setWatch(taps: watch.with(turn) { $0?.taps }, observer, turn)
  }

  /// Removes an observer, unless another observer has replaced it.
  package func removeTurnObserver(_ observer: any TurnObserver, _ turn: borrowing Turn) {
    mailbox.forgetObserver(observer.postObserver)
    if turnObserver(turn) === observer { setWatch(taps: watch.with(turn) { $0?.taps }, nil, turn) }
  }

  /// Makes the next action of each kind request a new log, because the previous logs are full.
  package func beginNewLogs(_ turn: borrowing Turn) { watch.with(turn) { $0 }?.forgetLog() }

  /// Notifies the observer that a store was created.
  func tellMade<State, Action>(_ store: WeakStore<State, Action>, _ made: MadeStore) {
    mailbox.post { [weak self] turn in self?.turnObserver(turn)?.storeMade(store, made, turn) }
  }

  /// Notifies the observer that a store was released. If the store is the root, also removes the observer, which would
  /// otherwise retain the tree.
  func tellGone(_ store: UInt64, _ own: any AnyObject & Sendable, isRoot: Bool) {
    mailbox.postFromDeinit { [weak self] turn in
      guard let self, let observer = turnObserver(turn) else { return }
      observer.happened(.storeGone, of: store, cell: ObjectIdentifier(own), turn)
      if isRoot { removeTurnObserver(observer, turn) }
    }
  }
}

/// Observes each post to a mailbox, and can pause the mailbox's deliveries.
///
/// The observer is a separate object, because posting threads write to it and change its reference count: storing it
/// next to data that turns write would cause false sharing.
@usableFromInline
package protocol PostObserver: AnyObject, Sendable {
  /// Called for each action, whether the action is queued or delivered at once.
  ///
  /// Called on the posting thread, with the mailbox's lock held.
  func actionPosted()
  /// Called with the mailbox's lock held, when all queued messages are dropped.
  func postsAbandoned()
  /// Returns the message to deliver instead of a posted message. Called with the mailbox's lock held, on the posting
  /// thread.
  func noted(_ message: @escaping Mailbox.Message) -> Mailbox.Message
  /// Returns the message to deliver instead of a message that `postDuringPause` posts during a pause. Called with the
  /// mailbox's lock held.
  func notedDuringPause(_ message: @escaping Mailbox.Message) -> Mailbox.Message
}

extension StoreTree {
  /// Returns when all earlier messages have been delivered, except those held back by a pause.
  package func settledDuringPause() async {
    await Signal.awaited { done in mailbox.postDuringPause { _ in done() } }
  }
}

/// Observes the creation of trees, so that a tree's turns can be observed from its first action on.
package protocol TreeListener: Sendable {
  /// Called with the root of a tree, before anything can be dispatched to the root.
  func treeMade<State, Action>(_ root: StoreNode<State, Action>)
}

extension StoreContext {
  private enum ListenerKey: StoreContextKey {
    static var defaultValue: (any TreeListener)? { nil }
  }

  /// The listener for trees created in this context.
  package var treeListener: (any TreeListener)? {
    get { self[ListenerKey.self] }
    set { self[ListenerKey.self] = newValue }
  }

  /// Sets the listener for later trees, in contexts that do not set their own listener.
  package static func setProcessWideTreeListener(_ listener: (any TreeListener)?) {
    setProcessWide(ListenerKey.self, to: listener)
  }
}

extension StoreNode {
  /// Notifies the listener that this root store was created.
  @usableFromInline
  func announceTree() { tree.context.treeListener?.treeMade(self) }
}
