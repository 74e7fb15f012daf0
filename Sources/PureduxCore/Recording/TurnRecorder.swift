internal import PureduxAtomics

/// Notes what happens in the turns of one tree, in chunks that a keeper takes.
///
/// No turn copies a state. The states of the past are computed again, from the state that each cell had before its first
/// recorded action and from the actions since.
@usableFromInline
package final class TurnRecorder: @unchecked Sendable {
  // SAFETY: everything that changes is reached in turns of the tree. What `unfinished` copies, from `first` to `draws`, is
  // changed with its state lock held too.
  @exclusivity(unchecked) private var first: UInt64 = 1
  @exclusivity(unchecked) private var steps: ContiguousArray<RecordedStep> = []
  @exclusivity(unchecked) private var logs: [any AnyActionLog] = []
  @exclusivity(unchecked) private var notes: ContiguousArray<RecordedNote> = []
  private let draws = DrawnValues()

  @exclusivity(unchecked) private var lastEvent: UInt64 = 0

  @exclusivity(unchecked) private var logOfKey: [ObjectIdentifier: any AnyActionLog] = [:]
  /// The lengths of the logs of the chunk before, by their keys.
  @exclusivity(unchecked) private var lengths: [ObjectIdentifier: Int] = [:]
  @exclusivity(unchecked) @usableFromInline var lastKey: ObjectIdentifier?
  @exclusivity(unchecked) @usableFromInline var lastLog: AnyObject?

  // The turn under way.
  @exclusivity(unchecked) private var firstOfTurn = 0
  @exclusivity(unchecked) private var storeOfTurn: UInt64 = 0
  @exclusivity(unchecked) private var origin = RecordedOrigin()
  @exclusivity(unchecked) private var reduced: UInt64 = 0
  @exclusivity(unchecked) private var outer = puredux_thread_work()
  @exclusivity(unchecked) private var lastTurn: UInt64 = 0

  // The causes of what is delivered: of actions, in the order of posting; and of the message under way.
  @exclusivity(unchecked) private var causes: ContiguousArray<PostedCause> = []
  @exclusivity(unchecked) private var nextCause = 0
  @exclusivity(unchecked) private(set) var causeOfMessage: PostedCause?
  // Time travel.
  /// Changed with the state lock held too.
  @exclusivity(unchecked) var isInPast = false
  /// Whether the turn under way shows another time, so that nothing of it is noted.
  @exclusivity(unchecked) var isTravelling = false
  /// Whether there has been such a turn.
  @exclusivity(unchecked) var hasTravelled = false

  /// Raised when the actions that waited were given up, and their causes with them.
  let wereAbandoned = AtomicFlag()

  private let id: UInt64
  private unowned let tree: StoreTree
  private weak let keeper: (any ChunkKeeper)?
  private let chunkSize: Int
  private let entered = EnteredCells()

  private static let count = Guarded<UInt64>(0)

  package init(_ tree: StoreTree, chunkSize: Int, keeper: any ChunkKeeper) {
    self.tree = tree
    self.keeper = keeper
    self.chunkSize = chunkSize
    id = Self.count.withLock {
      $0 = ($0 + 1) & (1 << 20 - 1)
      return $0
    }
    steps.reserveCapacity(chunkSize)
  }

  private var nextNumber: UInt64 { first + UInt64(steps.count) }

  /// Names an event in the word that a thread keeps for causes.
  private func word(_ number: UInt64) -> UInt64 { id << 44 | number }

  /// The word for what is dispatched because another time is shown.
  var journey: UInt64 { word(1 << 44 - 1) }

  /// How far before `number` the event is that a cause names; 0 where it names none of this recording.
  private func distance(to cause: PostedCause, from number: UInt64) -> UInt32 {
    guard cause.event != 0, cause.event >> 44 == id, cause.event != journey else { return 0 }
    return UInt32(clamping: number - cause.event & (1 << 44 - 1))
  }
}

// The parts of a recorded turn, in this order.
extension TurnRecorder {
  /// Begins the turn of an action that was posted to `store`.
  @usableFromInline
  func beginTurn(of store: UInt64, _ turn: borrowing Turn) {
    let (began, posted, number) = (puredux_ticks(), takeCause(), nextNumber)
    origin = RecordedOrigin(
      began: began, waited: RecordedOrigin.units(began &- posted.ticks), cause: distance(to: posted, from: number))
    firstOfTurn = steps.count
    storeOfTurn = store
    // SAFETY: the tree keeps the recorder during the turn, at whose end the pointer is taken back.
    outer = puredux_thread_begin_turn(word(number), Unmanaged.passUnretained(self).toOpaque())
  }

  private func takeCause() -> PostedCause {
    defer { if causeOfMessage == nil, nextCause < causes.count { nextCause += 1 } }
    return nextPost()
  }

  /// The cause of the action that is delivered next.
  func nextPost() -> PostedCause {
    if let causeOfMessage { return causeOfMessage }
    if wereAbandoned.isRaised {
      wereAbandoned.lower()
      nextCause = causes.count
    }
    if nextCause == causes.count {
      causes.removeAll(keepingCapacity: true)
      nextCause = 0
      tree.mailbox.takeCauses(&causes, for: self)
      if causes.isEmpty { return .here() }
    }
    return causes[nextCause]
  }

  /// Notes the action of a turn whose reducing follows level by level.
  @usableFromInline
  func dispatched<Action>(
    _ action: Action, _ log: ActionLog<Action>, _ path: ReductionPath<Action>, _ turn: borrowing Turn
  ) {
    tree.stateLock.hold { locked in log.record(action, of: path.store, .dispatch, path.reduce, locked) }
  }

  @usableFromInline
  func beginReducing(_ turn: borrowing Turn) {
    puredux_thread_set_draws(Unmanaged.passUnretained(draws).toOpaque())
  }

  /// Notes a step. Its action has been logged.
  @usableFromInline
  func append(_ log: UInt32, _ path: UInt32, _ kind: RecordedStep.Kind) {
    draws.step = nextNumber
    if kind != .level { lastEvent = nextNumber }
    steps.append(RecordedStep(log: log, path: path, origin: origin, kind: kind))
  }

  @usableFromInline
  func endReducing(_ turn: borrowing Turn) {
    puredux_thread_set_draws(nil)
    reduced = puredux_ticks()
  }

  /// - Parameter isDropped: whether the action was kept back.
  @usableFromInline
  func endTurn(isDropped: Bool = false, _ turn: borrowing Turn) {
    let (published, observers) = (puredux_ticks(), puredux_thread_observers())
    puredux_thread_end_turn(outer)
    lastTurn = first + UInt64(firstOfTurn)
    let isFull = tree.stateLock.hold { locked in
      if firstOfTurn < steps.count {
        if isDropped {
          steps[firstOfTurn].kind = .dropped
        } else {
          steps[firstOfTurn].reducing = RecordedOrigin.units(reduced &- origin.began)
          steps[firstOfTurn].publishing = RecordedOrigin.units(published &- reduced)
          steps[firstOfTurn].observers = observers
        }
      }
      return sealIfFull(locked)
    }
    if isFull { keeper?.hasTaken() }
  }

  /// Runs `body` as a part of the turn that has just ended: what it starts comes from there.
  func afterTurn<Result>(_ turn: borrowing Turn, _ body: () -> Result) -> Result {
    let outer = puredux_thread_set_cause(word(lastTurn))
    defer { _ = puredux_thread_set_cause(outer) }
    return body()
  }

  /// Delivers a message that was posted for this reason.
  func deliver(_ message: Mailbox.Message, becauseOf cause: PostedCause, _ turn: borrowing Turn) {
    let outer = causeOfMessage
    causeOfMessage = cause
    message(turn)
    causeOfMessage = outer
  }
}

// Notes.
extension TurnRecorder {
  /// The recorder of the turn that this thread runs.
  static func withRecorderOfThread(_ body: (TurnRecorder) -> Void) {
    guard let pointer = puredux_thread_recorder() else { return }
    // SAFETY: set for the length of a recorded turn, whose tree keeps the recorder.
    Unmanaged<TurnRecorder>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
  }

  /// Notes a mistake that was found in the turn under way.
  func note(_ misuse: Misuse) { append(.misuse(misuse), storeOfTurn, nil) }

  /// Notes that a store was made, whose own state is in this cell.
  func noteMade(
    _ description: StoreDescription, _ store: UInt64, _ cell: (any ReplayableCell)?, _ entrance: StoreEntrance,
    _ turn: borrowing Turn
  ) {
    if let cell { entered.know(cell, entrance, of: store) }
    note(.storeMade(description), of: store, turn)
  }

  /// Notes something that happened, in a turn.
  func note(_ kind: StoreEvent.Kind, of store: UInt64, cell: ObjectIdentifier? = nil, _ turn: borrowing Turn) {
    append(kind, store, cell)
    let isFull = puredux_thread_recorder() == nil && tree.stateLock.hold { locked in sealIfFull(locked) }
    if isFull { keeper?.hasTaken() }
  }

  private func append(_ kind: StoreEvent.Kind, _ store: UInt64, _ cell: ObjectIdentifier?) {
    if isTravelling { return }
    let name = tree.name(of: store)
    let (began, number) = (puredux_ticks(), nextNumber)
    let inTurn = puredux_thread_cause()
    let cause = inTurn != 0 ? PostedCause(event: inTurn, ticks: began) : causeOfMessage ?? .here()
    let origin = RecordedOrigin(
      began: began, waited: RecordedOrigin.units(began &- cause.ticks), cause: distance(to: cause, from: number))
    // A reducer reports its mistakes while this thread holds the lock.
    let isMine = tree.stateLock.lock()
    lastEvent = number
    notes.append(RecordedNote(kind: kind, store: store, storeName: name, cell: cell))
    steps.append(RecordedStep(log: 0, path: UInt32(notes.count - 1), origin: origin, kind: .note))
    if isMine { tree.stateLock.unlock() }
  }
}

// Logs and chunks.
extension TurnRecorder {
  /// The log of the actions whose paths have this key.
  @inlinable
  func log<Action>(_ key: AnyObject, of type: Action.Type = Action.self) -> ActionLog<Action> {
    // SAFETY: a key stands for paths of one action type, and for one log at a time.
    if let lastLog, lastKey == ObjectIdentifier(key) { return unsafeDowncast(lastLog, to: ActionLog<Action>.self) }
    return log(ObjectIdentifier(key), keeping: key) { actions, indices, reduce, turn, locked in
      for index in indices { reduce(actions[index], turn, locked) }
    }
  }

  /// The log of the states of one type that took the place of others.
  func logOfReplacements<State: Sendable>(of type: State.Type = State.self) -> ActionLog<State> {
    log(ObjectIdentifier(State.self), keeping: nil) { states, indices, replace, turn, locked in
      for index in indices { replace(states[index], turn, locked) }
    }
  }

  func logOfShownStates() -> ActionLog<ShownStates> {
    log(ObjectIdentifier(ShownStates.self), keeping: nil) { all, indices, restore, turn, locked in
      for index in indices { restore(all[index], turn, locked) }
    }
  }

  @usableFromInline
  func log<Action>(
    _ key: ObjectIdentifier, keeping object: AnyObject?, _ reducing: @escaping ActionLog<Action>.Reducing
  ) -> ActionLog<Action> {
    let log =
      logOfKey[key] as? ActionLog<Action>
      ?? ActionLog(object, self, index: UInt32(logs.count), capacity: lengths[key] ?? 0, reducing)
    lastKey = key
    lastLog = log
    if logOfKey.updateValue(log, forKey: key) == nil { add(log) }
    return log
  }

  private func add(_ log: any AnyActionLog) {
    let isMine = tree.stateLock.lock()
    logs.append(log)
    if isMine { tree.stateLock.unlock() }
  }

  /// Enters the cells on the path of a store with the states that they have now.
  @usableFromInline
  func enterCells(
    of store: UInt64, _ locked: borrowing LockToken, _ reduce: (borrowing Turn, borrowing LockToken) -> Void
  ) {
    var cells: [any ReplayableCell] = []
    Replay.collect(into: &cells, reduce)
    entered.enter(cells, of: store, locked)
  }

  private func sealIfFull(_ locked: borrowing LockToken) -> Bool {
    guard steps.count >= chunkSize else { return false }
    keeper?.take(unfinished(locked))
    first = nextNumber
    lengths = logOfKey.mapValues(\.count)
    (logOfKey, logs, lastKey, lastLog) = ([:], [], nil, nil)
    notes = []
    _ = draws.takeAll()
    steps = []
    steps.reserveCapacity(chunkSize + 16)
    return true
  }

  /// The steps that fill no chunk yet. The logs are those that still grow.
  private func unfinished(_ locked: borrowing LockToken) -> RecordedChunk {
    RecordedChunk(first: first, steps: steps, logs: logs, notes: notes, draws: draws.all)
  }

  /// A copy of the steps that fill no chunk yet.
  package func copyOfUnfinished(_ locked: borrowing LockToken) -> RecordedChunk {
    RecordedChunk(first: first, steps: steps, logs: logs.map { $0.copied() }, notes: notes, draws: draws.all)
  }

  /// The number of the last step that is an event.
  package func lastEvent(_ locked: borrowing LockToken) -> UInt64 { lastEvent }

  /// The cells that have been entered since this was last asked, with the states before their first recorded actions.
  package func takeEntered() -> [any ReplayedCell] { entered.takeNew() }

  /// The past of a cell that no step has changed.
  package func enter(_ cell: any ReplayableCell) -> any ReplayedCell {
    tree.stateLock.hold { locked in entered.take(cell, locked) }
  }

  /// Forgets a store that has gone, with no step left of it. Release the result outside of locks.
  package func forget(_ store: UInt64, _ cell: ObjectIdentifier) -> (any ReplayableCell)? {
    entered.forgetStore(store, cell)
  }

  /// Takes note of a store that was there before recording began.
  package func know<State, Action>(_ node: StoreNode<State, Action>) {
    guard let cell = node.actionQueue.own as? any ReplayableCell else { return }
    entered.know(cell, StoreEntrance(node), of: node.actionQueue.store)
  }

  /// The stores that are known, with their own cells.
  package var cells: [UInt64: any ReplayableCell] { entered.all }

  /// The way into a store that was made while the tree was recorded, or that was told to be recorded.
  package func entrance(of store: UInt64) -> StoreEntrance? { entered.entrance(of: store) }

  /// The own cell of a store that an action was dispatched to.
  package func cell(of store: UInt64) -> (any ReplayableCell)? { entered.cell(of: store) }
}
