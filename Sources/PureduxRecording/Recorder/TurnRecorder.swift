internal import PureduxAtomics
package import PureduxCore

/// Records the turns of a tree in chunks, and passes full chunks to a keeper.
///
/// Recording a turn copies no state. A cell's past state is recomputed by replaying the recorded actions, starting from
/// the state before the cell's first recorded change.
package final class TurnRecorder: TurnObserver, @unchecked Sendable {
  // SAFETY: all mutable state is accessed in turns of the tree, or with the tree's state lock held, as stated at each
  // property.
  /// The steps after the last full chunk.
  // SAFETY: changed only in turns of the tree, with the tree's state lock held; a read therefore requires either a turn
  // or the lock.
  @exclusivity(unchecked) var open = OpenChunk()
  let draws = RecordedDraws()
  /// The interceptor of `draws`, stored here because each access through `draws` would retain the interceptor.
  private let drawnValues: DrawnValues?

  /// The sequence number of the newest event.
  // SAFETY: as `open`.
  @exclusivity(unchecked) var lastEvent: UInt64 = 0

  /// The logs of the current chunk, keyed by the identity of their paths.
  // SAFETY: accessed only in turns of the tree.
  @exclusivity(unchecked) var logTable = LogTable()

  // SAFETY: accessed only in turns of the tree.
  @exclusivity(unchecked) var current = RecordedTurn()

  // SAFETY: accessed only in turns of the tree.
  @exclusivity(unchecked) var causes = DeliveredCauses()

  /// Whether the tree displays a past state.
  // SAFETY: as `open`.
  @exclusivity(unchecked) var isInPast = false
  /// Whether the current turn displays a past state and therefore must not be recorded.
  // SAFETY: accessed only in turns of the tree.
  @exclusivity(unchecked) var isTravelling = false
  /// Whether any turn has displayed a past state.
  // SAFETY: accessed only in turns of the tree.
  @exclusivity(unchecked) var hasTravelled = false

  /// The part of the recorder that posting threads write to.
  package let posts: PostedCauses
  package var postObserver: any PostObserver { posts }
  /// The flag of `posts`, stored here because posting threads write to the memory of `posts`.
  private let postsWereAbandoned: AtomicFlag
  /// The reference through which a thread finds this recorder during a turn.
  let hook = TurnObserverHook()

  let id: UInt64
  unowned let tree: StoreTree
  /// The lock that protects the tree's states. The lock is stored here, because each access through the unowned tree
  /// would retain the tree.
  private let stateLock: Lock
  // SAFETY: set once, in `init`.
  @exclusivity(unchecked) weak var keeper: (any ChunkKeeper)?
  let chunkSize: Int
  let entered = EnteredCells()
  package let clock: RecordingClock

  private static let count = Guarded<UInt64>(0)

  package init(_ tree: StoreTree, chunkSize: Int, keeper: any ChunkKeeper) {
    self.tree = tree
    stateLock = tree.stateLock
    clock = RecordingClock(tree.context.clock)
    posts = PostedCauses(tree)
    postsWereAbandoned = posts.wereAbandoned
    drawnValues = draws.values
    self.keeper = keeper
    self.chunkSize = chunkSize
    id = Self.count.withLock {
      $0 = ($0 + 1) & (1 << 20 - 1)
      return $0
    }
    open.steps.reserveCapacity(chunkSize)
    hook.set(self)
  }

  /// Encodes an event number as a cause word, which also identifies this recorder.
  func word(_ number: UInt64) -> UInt64 { id << 44 | number }

  /// The cause word for actions that are dispatched because a past state is displayed.
  var journey: UInt64 { word(1 << 44 - 1) }

  /// The distance from the event `number` back to its cause, or 0 if the cause is not in this recording.
  func distance(to cause: PostedCause, from number: UInt64) -> UInt32 {
    guard cause.event != 0, cause.event >> 44 == id, cause.event != journey else { return 0 }
    return UInt32(clamping: number - cause.event & (1 << 44 - 1))
  }
}

// The phases of a recorded turn, in order.
extension TurnRecorder {
  package func turnBegan(of store: UInt64, _ turn: borrowing Turn) -> Bool {
    let (began, posted, number) = (puredux_ticks(), takeCause(), open.end)
    current.began = began
    current.origin = RecordedOrigin(
      began: clock.time(at: began), waited: RecordedOrigin.units(began &- posted.ticks),
      cause: distance(to: posted, from: number))
    current.firstStep = open.steps.count
    current.store = store
    // SAFETY: the tree retains the recorder during the turn, and the pointer is removed when the turn ends.
    current.outer = puredux_thread_begin_turn(word(number), Unmanaged.passUnretained(hook).toOpaque(), isTravelling)
    // Drops an action that was dispatched only because a past state was displayed.
    return !(hasTravelled && posted.event == journey)
  }

  private func takeCause() -> PostedCause {
    defer { causes.removeFirst() }
    return nextPost()
  }

  /// Returns the cause of the next action to be delivered.
  func nextPost() -> PostedCause {
    if causes.ofMessage == nil, postsWereAbandoned.isRaised {
      postsWereAbandoned.lower()
      causes.abandon()
    }
    return causes.first { waiting in tree.mailbox.hold { locked in posts.take(&waiting, locked) } }
  }

  package func kept(log: UInt32, path: UInt32, as step: TurnStep) {
    let kind = RecordedStep.Kind(step)
    if kind != .dispatch { drawnValues?.begin() }
    draws.step = open.end
    if kind != .level { lastEvent = open.end }
    open.steps.append(RecordedStep(log: log, path: path, origin: current.origin, kind: kind))
  }

  package func reducingEnded(_ turn: borrowing Turn) {
    DrawnValues.end()
    current.reduced = puredux_ticks()
  }

  package func turnEnded(isDropped: Bool, _ turn: borrowing Turn) {
    let (published, observers) = (puredux_ticks(), puredux_thread_observers())
    puredux_thread_end_turn(current.outer)
    current.last = open.first + UInt64(current.firstStep)
    let isFull = stateLock.hold { locked in
      if current.firstStep < open.steps.count {
        if isDropped {
          open.steps[current.firstStep].kind = .dropped
        } else {
          open.steps[current.firstStep].reducing = RecordedOrigin.units(current.reduced &- current.began)
          open.steps[current.firstStep].publishing = RecordedOrigin.units(published &- current.reduced)
          open.steps[current.firstStep].observers = observers
        }
      }
      return sealIfFull(turn, locked)
    }
    if isFull { keeper?.hasTaken() }
  }

  package func afterTurn(_ turn: borrowing Turn, _ body: () -> Void) {
    let outer = puredux_thread_set_cause(word(current.last))
    body()
    _ = puredux_thread_set_cause(outer)
  }

  /// Delivers a message, recording `cause` as the cause of its events.
  func deliver(_ message: Mailbox.Message, becauseOf cause: PostedCause, _ turn: borrowing Turn) {
    let outer = causes.ofMessage
    causes.ofMessage = cause
    message(turn)
    causes.ofMessage = outer
  }
}

/// The record of the current turn.
struct RecordedTurn {
  /// The index of the turn's first step in the chunk.
  var firstStep = 0
  /// The store to which the turn's action was dispatched.
  var store: UInt64 = 0
  var origin = RecordedOrigin()
  /// The time at which the turn began, in ticks.
  var began: UInt64 = 0
  /// The time at which the reducers of the turn finished.
  var reduced: UInt64 = 0
  /// The thread's previous work record, which is restored when the turn ends.
  var outer = puredux_thread_work()
  /// The sequence number of the turn's event, set when the turn ends.
  var last: UInt64 = 0
}

extension TurnRecorder {
  func logOfTravelStates() -> ActionLog<TravelStates> {
    log(ObjectIdentifier(TravelStates.self), keeping: nil) { all, indices, restore, turn, locked in
      for index in indices { restore(all[index], turn, locked) }
    }
  }

  package func log<Action>(
    _ key: ObjectIdentifier, keeping object: AnyObject?, _ reducing: @escaping ActionLog<Action>.Reducing
  ) -> ActionLog<Action> {
    let log =
      logTable[key] as? ActionLog<Action>
      ?? ActionLog(object, of: tree, index: UInt32(open.logs.count), capacity: logTable.capacity(of: key), reducing)
    if logTable.use(log, key) { add(log) }
    return log
  }

  private func add(_ log: any AnyActionLog) {
    let isMine = stateLock.lock()
    open.logs.append(log)
    if isMine { stateLock.unlock() }
  }

  /// Captures the current state of each cell on a store's path, unless the cell is already known.
  package func enter(
    _ store: UInt64, _ locked: borrowing LockToken, _ reduce: (borrowing Turn, borrowing LockToken) -> Void
  ) {
    entered.enter(StandIns.cellsChanged(by: reduce), of: store, locked)
  }

  func sealIfFull(_ turn: borrowing Turn, _ locked: borrowing LockToken) -> Bool {
    guard open.steps.count >= chunkSize else { return false }
    keeper?.take(open.chunk(draws))
    open.beginNext(capacity: chunkSize + 16)
    logTable.beginNext()
    tree.beginNewLogs(turn)
    draws.removeAll()
    return true
  }

  /// A copy of the steps after the last full chunk.
  package func copyOfUnfinished(_ locked: borrowing LockToken) -> RecordedChunk { open.copy(draws) }

  /// The sequence number of the newest event.
  package func lastEvent(_ locked: borrowing LockToken) -> UInt64 { lastEvent }

  /// The cells captured since the last call, each with its state before its first recorded change.
  package func takeEntered() -> [any ReplayedCell] { entered.takeNew() }

  /// Returns a cell's state before its first recorded change, or its current state if it has not changed.
  package func enter(_ cell: any ReplayableCell) -> any ReplayedCell {
    stateLock.hold { locked in entered.take(cell, locked) }
  }

  /// Removes a released store that has no remaining steps. The caller must release the returned cell outside all locks.
  package func forget(_ store: UInt64, _ cell: ObjectIdentifier) -> (any ReplayableCell)? {
    entered.forgetStore(store, cell)
  }

  /// Registers a store that existed before the recording.
  package func know<State, Action>(_ node: StoreNode<State, Action>) {
    guard let cell = node.actionQueue.own as? any ReplayableCell else { return }
    entered.know(cell, ErasedDispatcher(WeakStore(node)), of: node.actionQueue.store)
  }

  /// The cells that hold the known stores' own states, keyed by store number.
  package var cells: [UInt64: any ReplayableCell] { entered.all }

  /// Returns the dispatcher of a store that was registered or created during the recording.
  package func dispatcher(of store: UInt64) -> ErasedDispatcher? { entered.dispatcher(of: store) }

  /// Returns the cell that holds a registered store's own state.
  package func cell(of store: UInt64) -> (any ReplayableCell)? { entered.cell(of: store) }
}

extension TurnRecorder {
  package func reported(_ misuse: Misuse) { append(.misuse(misuse), current.store, nil) }

  package func storeMade<State, Action>(
    _ store: WeakStore<State, Action>, _ made: MadeStore, _ turn: borrowing Turn
  ) {
    if let cell = made.own as? any ReplayableCell { entered.know(cell, ErasedDispatcher(store), of: made.number) }
    happened(made.event, of: made.number, cell: nil, turn)
  }

  package func happened(_ kind: StoreEvent.Kind, of store: UInt64, cell: ObjectIdentifier?, _ turn: borrowing Turn) {
    append(kind, store, cell)
    let isFull = puredux_thread_turn_observer() == nil && stateLock.hold { locked in sealIfFull(turn, locked) }
    if isFull { keeper?.hasTaken() }
  }

  private func append(_ kind: StoreEvent.Kind, _ store: UInt64, _ cell: ObjectIdentifier?) {
    if isTravelling { return }
    let name = tree.name(of: store)
    let (began, number) = (puredux_ticks(), open.end)
    let inTurn = puredux_thread_cause()
    let cause = inTurn != 0 ? PostedCause(event: inTurn, ticks: began) : causes.ofMessage ?? .here()
    let origin = RecordedOrigin(
      began: clock.time(at: began), waited: RecordedOrigin.units(began &- cause.ticks),
      cause: distance(to: cause, from: number))
    // This thread may already hold the lock, for example when a reducer reports misuse.
    let isMine = stateLock.lock()
    lastEvent = number
    open.notes.append(RecordedNote(kind: kind, store: store, storeName: name, cell: cell))
    open.steps.append(RecordedStep(log: 0, path: UInt32(open.notes.count - 1), origin: origin, kind: .note))
    if isMine { stateLock.unlock() }
  }
}
