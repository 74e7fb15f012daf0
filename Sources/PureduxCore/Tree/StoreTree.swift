public import PureduxAtomics

/// What the stores of one tree share: the mailbox, the locks, the context and the revision.
@usableFromInline
package final class StoreTree: Sendable {
  @usableFromInline package let mailbox: Mailbox
  /// LockToken while reducers run and while a state is copied out, and at no other time.
  @usableFromInline let stateLock: Lock
  /// Guards who observes what: the audience of every node.
  @usableFromInline let registry: Lock
  @usableFromInline package let context: StoreContext
  /// Raised while anything in the tree observes.
  @usableFromInline let isObserved: AtomicFlag
  /// Whether a reducer that reads its own tree finds the state as it was before the turn.
  @usableFromInline let keepsStateBeforeTurn: Bool

  /// Offers the root's state to its audience, and so to the whole tree.
  private let publishRoot: @Sendable (borrowing Turn) -> Void
  private let progress: Guarded<Progress>
  private let numbers: Guarded<UInt64>
  let identity: Identity
  private let keepers = TurnLocal<[any StateBeforeKeeper]>([])
  private let owners: TurnLocal<OwnedObservers>
  private let tap: TurnLocal<TapList?>
  /// Raised while anybody listens at the tap.
  private let hasTap = AtomicFlag()

  /// What the state lock guards besides the states.
  private struct Progress {
    var revision: UInt64 = 0
    var isReducing = false
  }

  @usableFromInline
  init(
    runner: any StoreRunner, registry: Lock, isObserved: AtomicFlag,
    publishRoot: @escaping @Sendable (borrowing Turn) -> Void
  ) {
    let context = StoreContext.current.capturedByRoot()
    let owners = TurnLocal(OwnedObservers())
    let inForce = context.runner ?? runner
    let stateLock = Lock()
    mailbox = Mailbox(runner: inForce, context: context, isStateFree: { stateLock.isFree }) { turn in
      owners.with(turn) { $0.removeGone() }
    }
    self.stateLock = stateLock
    self.context = context
    self.registry = registry
    self.isObserved = isObserved
    self.publishRoot = publishRoot
    self.owners = owners
    identity = context.identities.next()
    keepsStateBeforeTurn = context.keepsStateBeforeTurn
    tap = TurnLocal(context.tap.map { TapList().adding(TapList.Tap($0)) })
    if context.tap != nil { hasTap.raise() }
    progress = Guarded(Progress(), lock: stateLock)
    numbers = Guarded(0, lock: registry)
  }

  /// The next number of the tree: of a store, or of an observer. Later ones are larger.
  @usableFromInline
  package func nextNumber() -> UInt64 {
    numbers.withLock {
      $0 += 1
      return $0
    }
  }

  /// A number that grows by one with each turn that reduced an action.
  package var revision: UInt64 { progress.withLock { $0.revision } }

  /// The revision of what is read with the state lock held.
  package func revision(_ locked: borrowing LockToken) -> UInt64 { progress.with(locked) { $0.revision } }
}

// One turn, in its parts.
extension StoreTree {
  /// Runs the reducers of one action, which nobody's reading may interrupt.
  @inlinable
  func reduce(_ turn: borrowing Turn, _ reduce: (borrowing LockToken) -> Void) {
    let old = stateLock.hold { locked in
      beginReducing(locked)
      reduce(locked)
      endReducing(locked)
      return keepsStateBeforeTurn ? takeStatesBefore(turn, locked) : nil
    }
    withExtendedLifetime(old) {}
  }

  @usableFromInline
  func beginReducing(_ locked: borrowing LockToken) {
    beginHolding()
    progress.with(locked) { $0.isReducing = true }
  }

  @usableFromInline
  func endReducing(_ locked: borrowing LockToken) {
    progress.with(locked) {
      $0.isReducing = false
      $0.revision += 1
    }
    endHolding()
  }

  /// Offers the tree's states to its observers, if it has any.
  @inlinable
  func publish(_ turn: borrowing Turn) {
    if isObserved.isRaised { publishToAll(turn) }
  }

  @usableFromInline
  func publishToAll(_ turn: borrowing Turn) { publishRoot(turn) }

  @usableFromInline
  func keep(_ cell: any StateBeforeKeeper, _ turn: borrowing Turn) {
    keepers.with(turn) { $0.append(cell) }
  }

  /// The states before the turn, to be released outside the lock: a `deinit` in one may come back here.
  @usableFromInline
  func takeStatesBefore(_ turn: borrowing Turn, _ locked: borrowing LockToken) -> [AnyObject]? {
    keepers.with(turn) { keepers in
      defer { keepers.removeAll(keepingCapacity: true) }
      return keepers.compactMap { $0.takeBefore(turn, locked) }
    }
  }

  /// Has an observer looked after that ends with its owner, even when nothing is published.
  package func bind(_ observer: any Endable, to owner: WeakOwner, _ turn: borrowing Turn) {
    owners.with(turn) { $0.add(observer, owner) }
  }
}

// StateSource from outside of turns.
extension StoreTree {
  /// Runs `read` with the state lock held, for which it waits at most until the reducers under way are done.
  ///
  /// A thread that holds the lock already is inside a reducer or inside `withState`: both are told, and both read on.
  @inlinable
  package func read<Result>(_ read: (borrowing LockToken) throws -> Result) rethrows -> Result {
    guard stateLock.lock() else {
      let locked = LockToken(stateLock)
      reportNestedReading(locked)
      return try read(locked)
    }
    defer { stateLock.unlock() }
    return try read(LockToken(stateLock))
  }

  @usableFromInline
  func reportNestedReading(_ locked: borrowing LockToken) {
    guard progress.with(locked, { $0.isReducing }) else { return context.report(.storeUsedInsideWithState()) }
    let misuse = Misuse.readInsideReducer(keepsStateBefore: keepsStateBeforeTurn)
    context.report(misuse)
    // The old value is nowhere: it was changed in place, or is just being changed.
    if !keepsStateBeforeTurn { fatalError(misuse.description) }
  }
}

// Telling the main thread's mailboxes where code of the user's runs that holds a state of theirs.
extension StoreTree {
  @inlinable
  func beginHolding() {
    if mailbox.deliversOnMain { puredux_thread_begin_holding() }
  }

  @inlinable
  func endHolding() {
    if mailbox.deliversOnMain { puredux_thread_end_holding() }
  }
}

// Telling the tap.
extension StoreTree {
  @usableFromInline
  package func isTapped(_ turn: borrowing Turn) -> Bool { tap.with(turn) { $0 != nil } }

  @usableFromInline
  package func tell(_ kind: StoreEvent.Kind, of store: UInt64, _ turn: borrowing Turn) {
    guard let taps = tap.with(turn, { $0 }) else { return }
    taps.tell(
      StoreEvent(kind, store: StoreID(tree: identity, number: store), revision: revision, time: context.clock.now()))
  }

  /// Tells the tap, if there is one, in a turn to come.
  package func post(_ kind: StoreEvent.Kind, of store: UInt64) {
    guard hasTap.isRaised else { return }
    mailbox.post { [self] turn in tell(kind, of: store, turn) }
  }

  func add(_ tap: TapList.Tap, _ turn: borrowing Turn) {
    hasTap.raise()
    self.tap.with(turn) { $0 = ($0 ?? TapList()).adding(tap) }
  }

  func remove(_ tap: TapList.Tap, _ turn: borrowing Turn) {
    self.tap.with(turn) { $0 = $0?.removing(tap) }
    if !isTapped(turn) { hasTap.lower() }
  }
}
