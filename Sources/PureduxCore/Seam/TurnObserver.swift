internal import PureduxAtomics

/// Follows the turns of a tree step by step, for example to record them. A tree has one at most, besides its taps.
///
/// A turn that nobody observes pays one test. All functions are called in turns of the tree. What a turn does is told in
/// this order: `turnBegan`, `kept` for each level that reduces, `reducingEnded`, `turnEnded`.
@usableFromInline
package protocol TurnObserver: AnyObject, Sendable {
  /// What is told of the posts. An object of its own, because posting threads write to it.
  var postObserver: any PostObserver { get }

  /// The turn of an action that was posted to `store` begins. Returns false where the action must not be reduced; then it
  /// is kept as one that was dispatched, and its turn ends as dropped.
  func turnBegan(of store: UInt64, _ turn: borrowing Turn) -> Bool
  /// A log has kept an action, which is reduced next unless `step` says otherwise. Called with the state lock held.
  func kept(log: UInt32, path: UInt32, as step: TurnStep)
  /// The reducers of the turn have run.
  func reducingEnded(_ turn: borrowing Turn)
  /// - Parameter isDropped: Whether the action was kept back.
  func turnEnded(isDropped: Bool, _ turn: borrowing Turn)
  /// Runs `body` as a part of the turn that has just ended: what it starts comes from there.
  func afterTurn(_ turn: borrowing Turn, _ body: () -> Void)

  /// Something other than a part of a turn happened.
  ///
  /// - Parameter cell: The cell of a store that has gone.
  func happened(_ kind: StoreEvent.Kind, of store: UInt64, cell: ObjectIdentifier?, _ turn: borrowing Turn)
  /// A store was made.
  func storeMade<State, Action>(_ store: WeakStore<State, Action>, _ made: MadeStore, _ turn: borrowing Turn)
  /// A mistake was found in the turn that this thread runs. The thread may hold the state lock.
  func reported(_ misuse: Misuse)
  /// Whether the turn under way publishes states of another time, which those that start and end work do not see.
  var showsPast: Bool { get }

  // These are asked for seldom: for the first action of a kind, and for the first one of a store in a log.

  /// The log for actions whose paths have this key.
  func log<Action>(
    _ key: ObjectIdentifier, keeping object: AnyObject?, _ reducing: @escaping ActionLog<Action>.Reducing
  ) -> ActionLog<Action>
  /// A log keeps an action of this store for the first time. `reduce` changes the cells on its path.
  func enter(
    _ store: UInt64, _ locked: borrowing LockToken, _ reduce: (borrowing Turn, borrowing LockToken) -> Void)
}

/// What an action that a log keeps is in its turn.
@usableFromInline
package enum TurnStep: UInt8, Sendable {
  /// The whole turn, which this step reduces.
  case turn
  /// A turn whose reducing follows in further steps, if at all.
  case dispatch
  /// The action at one level of the turn.
  case level
  /// A state that takes the place of another.
  case replacement
}

/// A store that was made while its tree was observed.
@usableFromInline
package struct MadeStore: Sendable {
  package let number: UInt64
  package let description: StoreDescription
  /// The cell of the store's own state.
  package let own: any AnyObject & Sendable
}

/// What a thread knows of the observer of the turn that it runs.
package final class TurnObserverHook: @unchecked Sendable {
  // SAFETY: set once, by the observer, which owns the hook and so lives as long.
  @exclusivity(unchecked) private unowned(unsafe) var observer: (any TurnObserver)?

  package init() {}

  package func set(_ observer: any TurnObserver) { self.observer = observer }

  /// Calls `body` with the observer of the turn that this thread runs, if there is one.
  static func withObserverOfThread(_ body: (any TurnObserver) -> Void) {
    guard let pointer = puredux_thread_turn_observer() else { return }
    // SAFETY: an observer sets the pointer to its hook for the length of a turn, whose tree keeps the observer.
    Unmanaged<TurnObserverHook>.fromOpaque(pointer)._withUnsafeGuaranteedRef { hook in
      if let observer = hook.observer { body(observer) }
    }
  }

  /// Whether this thread publishes states of another time.
  static var showsPastOnThread: Bool {
    var showsPast = false
    withObserverOfThread { showsPast = $0.showsPast }
    return showsPast
  }
}

extension StoreTree {
  /// The observer of the tree's turns.
  package func turnObserver(_ turn: borrowing Turn) -> (any TurnObserver)? { watch.with(turn) { $0?.observer } }

  /// Has an observer told of the turns from now on, in the place of the one before.
  package func setTurnObserver(_ observer: any TurnObserver, _ turn: borrowing Turn) {
    setWatch(taps: watch.with(turn) { $0?.taps }, observer, turn)
  }

  /// Forgets an observer, unless another has taken over.
  package func removeTurnObserver(_ observer: any TurnObserver, _ turn: borrowing Turn) {
    mailbox.forgetObserver(observer.postObserver)
    if turnObserver(turn) === observer { setWatch(taps: watch.with(turn) { $0?.taps }, nil, turn) }
  }

  /// Has the next action of each kind ask the observer for its log again: the logs before are full.
  package func beginNewLogs(_ turn: borrowing Turn) { watch.with(turn) { $0 }?.forgetLog() }

  /// Tells the observer that a store was made.
  func tellMade<State, Action>(_ store: WeakStore<State, Action>, _ made: MadeStore) {
    mailbox.post { [weak self] turn in self?.turnObserver(turn)?.storeMade(store, made, turn) }
  }

  /// Tells the observer that a store has gone. A tree without its root is observed no longer: its observer would keep it
  /// alive.
  func tellGone(_ store: UInt64, _ own: any AnyObject & Sendable, isRoot: Bool) {
    mailbox.postFromDeinit { [weak self] turn in
      guard let self, let observer = turnObserver(turn) else { return }
      observer.happened(.storeGone, of: store, cell: ObjectIdentifier(own), turn)
      if isRoot { removeTurnObserver(observer, turn) }
    }
  }
}

/// Is told of what is posted to a mailbox, one cause for each action, and may pause its deliveries.
///
/// Posting threads write to it and count references to it, so it is an object of its own: beside what turns write, both
/// would wait for each other's cache lines.
@usableFromInline
package protocol PostObserver: AnyObject, Sendable {
  /// An action was posted, or is about to be delivered at once. Called with the lock of the mailbox, on the thread that
  /// posts.
  func actionPosted()
  /// All that waited was given up. Called with the lock of the mailbox.
  func postsAbandoned()
  /// The message to deliver in the place of one that is posted. Called with the lock of the mailbox, on the thread that
  /// posts.
  func noted(_ message: @escaping Mailbox.Message) -> Mailbox.Message
  /// The message to deliver in the place of one that does not wait for the end of a pause. Called with the lock of the
  /// mailbox.
  func notedDuringPause(_ message: @escaping Mailbox.Message) -> Mailbox.Message
}

extension StoreTree {
  /// Returns when everything that does not wait for the end of a pause has been delivered.
  package func settledDuringPause() async {
    await Signal.awaited { done in mailbox.postDuringPause { _ in done() } }
  }
}

/// Is told of each tree that is made, so that its turns can be observed from its first action on.
package protocol TreeListener: Sendable {
  /// Called with the root of a tree, before anything can be dispatched to it.
  func treeMade<State, Action>(_ root: StoreNode<State, Action>)
}

extension StoreContext {
  private enum ListenerKey: StoreContextKey {
    static var defaultValue: (any TreeListener)? { nil }
  }

  /// Told of the trees that are made from now on; nil for nobody.
  package var treeListener: (any TreeListener)? {
    get { self[ListenerKey.self] }
    set { self[ListenerKey.self] = newValue }
  }

  /// Has a listener told of the trees of the whole process that are made from now on.
  package static func setProcessWideTreeListener(_ listener: (any TreeListener)?) {
    setProcessWide(ListenerKey.self, to: listener)
  }
}

extension StoreNode {
  /// Tells whoever listens that this root was made.
  @usableFromInline
  func announceTree() { tree.context.treeListener?.treeMade(self) }
}
