package import PureduxCore

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
    let isMine = tree.stateLock.lock()
    open.logs.append(log)
    if isMine { tree.stateLock.unlock() }
  }

  /// Enters the cells on the path of a store with the states that they have now.
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
    _ = draws.takeAll()
    return true
  }

  /// A copy of the steps that fill no chunk yet.
  package func copyOfUnfinished(_ locked: borrowing LockToken) -> RecordedChunk { open.copy(draws) }

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
    entered.know(cell, ErasedDispatcher(WeakStore(node)), of: node.actionQueue.store)
  }

  /// The stores that are known, with their own cells.
  package var cells: [UInt64: any ReplayableCell] { entered.all }

  /// The way into a store that was made while the tree was recorded, or that was told to be recorded.
  package func entrance(of store: UInt64) -> ErasedDispatcher? { entered.entrance(of: store) }

  /// The own cell of a store that an action was dispatched to.
  package func cell(of store: UInt64) -> (any ReplayableCell)? { entered.cell(of: store) }
}
