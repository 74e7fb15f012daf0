internal import PureduxAtomics

extension TurnRecorder {
  /// The recorder of the turn that this thread runs.
  static func withRecorderOfThread(_ body: (TurnRecorder) -> Void) {
    guard let pointer = puredux_thread_recorder() else { return }
    // SAFETY: set for the length of a recorded turn, whose tree keeps the recorder.
    Unmanaged<TurnRecorder>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
  }

  /// Notes a mistake that was found in the turn under way.
  func note(_ misuse: Misuse) { append(.misuse(misuse), current.store, nil) }

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
    let (began, number) = (puredux_ticks(), open.end)
    let inTurn = puredux_thread_cause()
    let cause = inTurn != 0 ? PostedCause(event: inTurn, ticks: began) : causes.ofMessage ?? .here()
    let origin = RecordedOrigin(
      began: began, waited: RecordedOrigin.units(began &- cause.ticks), cause: distance(to: cause, from: number))
    // A reducer reports its mistakes while this thread holds the lock.
    let isMine = tree.stateLock.lock()
    lastEvent = number
    open.notes.append(RecordedNote(kind: kind, store: store, storeName: name, cell: cell))
    open.steps.append(RecordedStep(log: 0, path: UInt32(open.notes.count - 1), origin: origin, kind: .note))
    if isMine { tree.stateLock.unlock() }
  }
}
