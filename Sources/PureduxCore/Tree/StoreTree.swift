public import PureduxAtomics

/// The data that all stores of a tree share: the mailbox, the locks, the context and the revision.
@usableFromInline
package final class StoreTree: Sendable {
  @usableFromInline package let mailbox: Mailbox
  /// The lock that guards all states, held only while reducers run or a state is copied or lent.
  @usableFromInline package let stateLock: Lock
  /// The lock that guards the audiences of all nodes.
  @usableFromInline let registry: Lock
  @usableFromInline package let context: StoreContext
  @usableFromInline let receivers: TreeReceivers
  /// The parts of the tree that follow its state. See `StoreNode.addToStructure`.
  @usableFromInline let structure: Audience<Void>
  /// Whether a reducer that reads its own tree receives the state from before the turn.
  @usableFromInline let keepsStateBeforeTurn: Bool

  /// Publishes the root's state to the root's audience, and through that audience to the whole tree.
  let publishRoot: @Sendable (borrowing Turn) -> Void
  @usableFromInline package let progress: Guarded<Progress>
  private let numbers: Guarded<UInt64>
  /// The names of stores, keyed by store number.
  let names: Guarded<[UInt64: String]>
  let identity: Identity
  let keepers = TurnLocal<[any ReplayableCell]>([])
  let owners: TurnLocal<OwnedObservers>
  let orphans: TurnLocal<OrphanedObservers>
  @usableFromInline let watch: TurnLocal<TurnWatch?>
  /// The search for work that the current turn's action starts; nil if no search is running.
  let workSearch = TurnLocal<WorkSearch?>(nil)
  /// Raised while the tree has a tap or a turn observer.
  package let isListenedTo = AtomicFlag()
  /// Raised while the tree has a turn observer.
  @usableFromInline let isFollowed = AtomicFlag()
  /// Data that other modules store in the tree, keyed by type identity. See `slot(_:)`.
  let slots: Guarded<[(key: ObjectIdentifier, slot: any TreeSlot)]>

  /// The values that the state lock guards in addition to the states.
  @usableFromInline
  package struct Progress {
    @usableFromInline var revision: UInt64 = 0
    @usableFromInline var isReducing = false
    @usableFromInline package var present = PresentStates()
  }

  @usableFromInline
  init(
    runner: any StoreRunner, registry: Lock, _ receivers: TreeReceivers,
    publishRoot: @escaping @Sendable (borrowing Turn) -> Void
  ) {
    _ = Misuse.reportsCollections
    let context = StoreContext.current.capturedByRoot()
    let owners = TurnLocal(OwnedObservers())
    let orphans = TurnLocal(OrphanedObservers())
    let inForce = context.runner ?? runner
    let stateLock = Lock()
    let progress = Guarded(Progress(), lock: stateLock)
    mailbox = Mailbox(runner: inForce, context: context, stateLock: stateLock) { turn in
      owners.with(turn) { $0.removeGone() }
      let missing = orphans.with(turn) { $0.takeMissing(progress.withLock { $0.revision }) }
      for orphan in missing { context.report(orphan.misuse) }
    }
    (self.stateLock, self.registry, self.progress, self.receivers) = (stateLock, registry, progress, receivers)
    (self.context, self.publishRoot, self.owners, self.orphans) = (context, publishRoot, owners, orphans)
    structure = Audience(lock: registry) { structure, _ in
      receivers.set(receivers.structure, structure != nil)
      return nil
    }
    identity = context.identities.next()
    keepsStateBeforeTurn = context.keepsStateBeforeTurn
    watch = TurnLocal(TurnWatch(taps: context.tap.map { TapList(taps: [TapList.Tap($0)]) }, nil))
    if context.tap != nil { isListenedTo.raise() }
    numbers = Guarded(0, lock: registry)
    slots = Guarded([], lock: registry)
    names = Guarded([:], lock: registry)
  }

  /// Returns the next number for a store or an observer of the tree. Numbers are strictly increasing,
  /// beginning with 1.
  @usableFromInline
  package func nextNumber() -> UInt64 {
    numbers.withLock {
      $0 += 1
      return $0
    }
  }

  /// Returns the identity of a store of this tree.
  package func id(of store: UInt64) -> StoreID { StoreID(tree: identity, number: store) }

  /// The revision, incremented by each turn that reduces an action or replaces a state.
  package var revision: UInt64 { progress.withLock { $0.revision } }

  /// Returns the revision, for a caller that holds the state lock.
  package func revision(_ locked: borrowing LockToken) -> UInt64 { progress.with(locked) { $0.revision } }
}

/// Flags for what a turn of a tree publishes to. Changed while the lock of the tree's audiences is held.
@frozen
@usableFromInline
struct TreeReceivers: Sendable {
  /// Raised while the root's audience has observers or branches.
  @usableFromInline let observers = AtomicFlag()
  /// Raised while the structure has members.
  @usableFromInline let structure = AtomicFlag()
  /// Raised while one of the others is.
  @usableFromInline let any = AtomicFlag()

  @usableFromInline init() {}

  @usableFromInline
  func set(_ flag: AtomicFlag, _ isRaised: Bool) {
    if isRaised { flag.raise() } else { flag.lower() }
    if observers.isRaised || structure.isRaised { any.raise() } else { any.lower() }
  }
}

// The steps of a turn.
extension StoreTree {
  /// Runs the reducers of one action under the state lock.
  ///
  /// While `reduce` runs, collections may keep more changes than usual, so that observers receive all changes of the
  /// turn.
  @inlinable
  package func reduce(_ turn: borrowing Turn, _ reduce: (borrowing LockToken) -> Void) {
    let old = stateLock.holdFairly { locked in
      beginReducing(locked)
      let outer = puredux_begin_turn_of_stamps()
      reduce(locked)
      puredux_end_turn_of_stamps(outer)
      endReducing(locked)
      return keepsStateBeforeTurn ? takeStatesBefore(turn, locked) : nil
    }
    if let old { withExtendedLifetime(old) {} }
  }

  /// Acquires the state lock once, and reduces at most `count` actions. Stops early if another thread is waiting for
  /// the lock.
  ///
  /// Called only while nothing is observed, so collections need not keep additional changes for observers.
  ///
  /// Returns the number of reduced actions, which is at least one.
  @inlinable
  func reduce(atMost count: Int, _ reduce: (_ index: Int, borrowing LockToken) -> Void) -> Int {
    stateLock.holdFairly { locked in
      beginReducing(locked)
      var reduced = 0
      repeat {
        reduce(reduced, locked)
        reduced += 1
      } while reduced < count && !stateLock.isWanted
      endReducing(locked, UInt64(reduced))
      return reduced
    }
  }

  @inlinable
  func beginReducing(_ locked: borrowing LockToken) {
    beginHolding()
    progress.with(locked) { $0.isReducing = true }
  }

  @inlinable
  func endReducing(_ locked: borrowing LockToken, _ count: UInt64 = 1) {
    progress.with(locked) {
      $0.isReducing = false
      $0.revision &+= count
    }
    endHolding()
  }

  /// Brings the structure in line with the new states, then publishes the states to the tree's observers, if there are
  /// any.
  @inlinable
  package func publish(_ turn: borrowing Turn) { if receivers.any.isRaised { publishToAll(turn) } }

  @usableFromInline
  func publishToAll(_ turn: borrowing Turn) {
    guard receivers.structure.isRaised else { return publishRoot(turn) }
    bringInLine(turn)
    if receivers.observers.isRaised { publishRoot(turn) }
  }

  @usableFromInline
  func keep(_ cell: any ReplayableCell, _ turn: borrowing Turn) {
    keepers.with(turn) { $0.append(cell) }
  }

  /// Removes and returns the kept copies of the states from before the turn. The caller releases these states outside
  /// the lock, because a `deinit` may use a store.
  @usableFromInline
  func takeStatesBefore(_ turn: borrowing Turn, _ locked: borrowing LockToken) -> [any ReplayedCell]? {
    keepers.with(turn) { keepers in
      defer { keepers.removeAll(keepingCapacity: true) }
      let before = keepers.compactMap { $0.takeBefore(turn, locked) }
      context.testObserver?.changed(before.map { ($0, $0.liveCell.entered(locked)) })
      return before
    }
  }

  /// Ends an observer when its owner is released, even if nothing is published.
  package func bind(_ observer: any Cancellable, to owner: WeakOwner, _ turn: borrowing Turn) {
    owners.with(turn) { $0.add(observer, owner) }
  }
}

// Records that this thread runs user code under the state lock of a main-actor tree.
extension StoreTree {
  @inlinable
  func beginHolding() {
    if mailbox.deliversOnMain { puredux_thread_begin_holding() }
  }

  @inlinable
  func endHolding() {
    if mailbox.deliversOnMain { puredux_thread_end_holding() }
  }

  /// Records that this thread runs a `withState` body.
  @inlinable
  func beginLending() {
    beginHolding()
    // SAFETY: the pointer is only compared with the pointers of other locks.
    puredux_thread_begin_lending(stateLock.mutex)
  }

  @inlinable
  func endLending() {
    puredux_thread_end_lending()
    endHolding()
  }
}
