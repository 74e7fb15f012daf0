internal import PureduxAtomics

/// Observes the turns of a tree step by step, for example to record them. A tree has at most one, in addition to its
/// taps.
///
/// Unobserved turns pay one test. All functions are called in turns of the tree, in this order: `turnBegan`, `kept` for
/// each level that reduces, `reducingEnded`, `turnEnded`.
@usableFromInline
package protocol TurnObserver: AnyObject, Sendable {
  /// The observer of posts. A separate object, because posting threads write to it.
  var postObserver: any PostObserver { get }

  /// The turn of an action that was posted to `store` begins. Returns false if the action must not be reduced; in this
  /// case it is recorded as dispatched, and its turn ends as dropped.
  func turnBegan(of store: UInt64, _ turn: borrowing Turn) -> Bool
  /// A log has recorded an action, which is reduced next unless `step` specifies otherwise. Called with the state lock
  /// held.
  func kept(log: UInt32, path: UInt32, as step: TurnStep)
  /// The reducers of the turn have run.
  func reducingEnded(_ turn: borrowing Turn)
  /// - Parameter isDropped: Whether the action was dropped.
  func turnEnded(isDropped: Bool, _ turn: borrowing Turn)
  /// Runs `body` as a part of the turn that has just ended, which becomes the cause of everything that `body` starts.
  func afterTurn(_ turn: borrowing Turn, _ body: () -> Void)

  /// An event other than a part of a turn.
  ///
  /// - Parameter cell: The cell of a released store.
  func happened(_ kind: StoreEvent.Kind, of store: UInt64, cell: ObjectIdentifier?, _ turn: borrowing Turn)
  /// A store was created.
  func storeMade<State, Action>(_ store: WeakStore<State, Action>, _ made: MadeStore, _ turn: borrowing Turn)
  /// Misuse was reported in the current turn of this thread. The thread may hold the state lock.
  func reported(_ misuse: Misuse)
  /// Whether the current turn publishes past states, which observers that start and end work do not receive.
  var showsPast: Bool { get }

  // The following functions are called rarely: for the first action of a kind, and for a store's first action in a log.

  /// The log for actions whose paths have this key.
  func log<Action>(
    _ key: ObjectIdentifier, keeping object: AnyObject?, _ reducing: @escaping ActionLog<Action>.Reducing
  ) -> ActionLog<Action>
  /// A log records the first action of this store. `reduce` changes the cells on its path.
  func enter(
    _ store: UInt64, _ locked: borrowing LockToken, _ reduce: (borrowing Turn, borrowing LockToken) -> Void)
}

/// The role of a recorded action in its turn.
@usableFromInline
package enum TurnStep: UInt8, Sendable {
  /// The whole turn, which this step reduces.
  case turn
  /// A turn whose reducing follows in further steps, if at all.
  case dispatch
  /// The action at one level of the turn.
  case level
  /// A state that replaces another.
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
package final class TurnObserverHook: @unchecked Sendable {
  // SAFETY: set once, by the observer, which owns the hook.
  @exclusivity(unchecked) private unowned(unsafe) var observer: (any TurnObserver)?

  package init() {}

  package func set(_ observer: any TurnObserver) { self.observer = observer }

  /// Calls `body` with the observer of this thread's current turn, if there is one.
  static func withObserverOfThread(_ body: (any TurnObserver) -> Void) {
    guard let pointer = puredux_thread_turn_observer() else { return }
    // SAFETY: an observer sets the pointer to its hook for the duration of a turn, whose tree retains the observer.
    Unmanaged<TurnObserverHook>.fromOpaque(pointer)._withUnsafeGuaranteedRef { hook in
      if let observer = hook.observer { body(observer) }
    }
  }

  /// Whether this thread publishes past states.
  static var showsPastOnThread: Bool {
    var showsPast = false
    withObserverOfThread { showsPast = $0.showsPast }
    return showsPast
  }
}

extension StoreTree {
  /// The observer of the tree's turns.
  package func turnObserver(_ turn: borrowing Turn) -> (any TurnObserver)? { watch.with(turn) { $0?.observer } }

  /// Sets the observer of later turns, replacing the previous one.
  package func setTurnObserver(_ observer: any TurnObserver, _ turn: borrowing Turn) {
    setWatch(taps: watch.with(turn) { $0?.taps }, observer, turn)
  }

  /// Removes an observer, unless another has replaced it.
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

  /// Notifies the observer that a store was released. A tree without its root is no longer observed, because its
  /// observer would retain it.
  func tellGone(_ store: UInt64, _ own: any AnyObject & Sendable, isRoot: Bool) {
    mailbox.postFromDeinit { [weak self] turn in
      guard let self, let observer = turnObserver(turn) else { return }
      observer.happened(.storeGone, of: store, cell: ObjectIdentifier(own), turn)
      if isRoot { removeTurnObserver(observer, turn) }
    }
  }
}

/// Notified of the posts to a mailbox, once for each action, and able to pause its deliveries.
///
/// Posting threads write to it and count references to it, so it is a separate object: next to data that turns write,
/// it would cause false sharing.
@usableFromInline
package protocol PostObserver: AnyObject, Sendable {
  /// An action was posted, or will be delivered at once. Called with the mailbox's lock held, on the posting thread.
  func actionPosted()
  /// All queued messages were dropped. Called with the mailbox's lock held.
  func postsAbandoned()
  /// Returns the message to deliver instead of a posted one. Called with the mailbox's lock held, on the posting
  /// thread.
  func noted(_ message: @escaping Mailbox.Message) -> Mailbox.Message
  /// Returns the message to deliver instead of one that does not wait for the end of a pause. Called with the mailbox's
  /// lock held.
  func notedDuringPause(_ message: @escaping Mailbox.Message) -> Mailbox.Message
}

extension StoreTree {
  /// Returns when all messages that do not wait for the end of a pause have been delivered.
  package func settledDuringPause() async {
    await Signal.awaited { done in mailbox.postDuringPause { _ in done() } }
  }
}

/// Notified of each new tree, so that the tree's turns can be observed from its first action on.
package protocol TreeListener: Sendable {
  /// Called with the root of a tree, before anything can be dispatched to it.
  func treeMade<State, Action>(_ root: StoreNode<State, Action>)
}

extension StoreContext {
  private enum ListenerKey: StoreContextKey {
    static var defaultValue: (any TreeListener)? { nil }
  }

  /// Notified of the trees that are created from now on; nil for none.
  package var treeListener: (any TreeListener)? {
    get { self[ListenerKey.self] }
    set { self[ListenerKey.self] = newValue }
  }

  /// Sets the listener for all trees of the process that are created from now on.
  package static func setProcessWideTreeListener(_ listener: (any TreeListener)?) {
    setProcessWide(ListenerKey.self, to: listener)
  }
}

extension StoreNode {
  /// Notifies the listener of this new root.
  @usableFromInline
  func announceTree() { tree.context.treeListener?.treeMade(self) }
}
