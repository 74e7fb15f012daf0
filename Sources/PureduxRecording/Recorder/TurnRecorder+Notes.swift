internal import PureduxAtomics
package import PureduxCore

extension TurnRecorder {
  package func reported(_ misuse: Misuse) { append(.misuse(misuse), current.store, nil) }

  package func storeMade<State, Action>(
    _ store: WeakStore<State, Action>, _ made: MadeStore, _ turn: borrowing Turn
  ) {
    if let cell = made.own as? any ReplayableCell { entered.know(cell, ErasedDispatcher(store), of: made.number) }
    happened(.storeMade(made.description), of: made.number, cell: nil, turn)
  }

  package func happened(_ kind: StoreEvent.Kind, of store: UInt64, cell: ObjectIdentifier?, _ turn: borrowing Turn) {
    append(kind, store, cell)
    let isFull = puredux_thread_turn_observer() == nil && tree.stateLock.hold { locked in sealIfFull(turn, locked) }
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
