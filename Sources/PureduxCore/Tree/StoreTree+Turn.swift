public import PureduxAtomics

// The parts of a turn.
extension StoreTree {
  /// Runs the reducers of one action under the state lock.
  ///
  /// Collections keep all of its changes, for whoever follows them from turn to turn.
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
    withExtendedLifetime(old) {}
  }

  /// Runs the reducers of several actions, one after another, until another thread waits for the state lock.
  ///
  /// Nobody observes them, so collections keep no more of their changes than outside of turns.
  /// Returns how many were reduced, which is one at least.
  @inlinable
  func reduce(atMost count: Int, _ reduce: (_ index: Int, borrowing LockToken) -> Void) -> Int {
    stateLock.holdFairly { locked in
      beginReducing(locked)
      var reduced = 0
      repeat {
        reduce(reduced, locked)
        reduced += 1
      } while reduced < count && !stateLock.isWanted
      endReducing(locked, reduced)
      return reduced
    }
  }

  @usableFromInline
  func beginReducing(_ locked: borrowing LockToken) {
    beginHolding()
    progress.with(locked) { $0.isReducing = true }
  }

  @usableFromInline
  func endReducing(_ locked: borrowing LockToken, _ count: Int = 1) {
    progress.with(locked) {
      $0.isReducing = false
      $0.revision += UInt64(count)
    }
    endHolding()
  }

  /// Offers the tree's states to its observers, if there are any.
  @inlinable
  package func publish(_ turn: borrowing Turn) {
    if isObserved.isRaised { publishToAll(turn) }
  }

  @usableFromInline
  func publishToAll(_ turn: borrowing Turn) { publishRoot(turn) }

  @usableFromInline
  func keep(_ cell: any PreviousStateKeeper, _ turn: borrowing Turn) {
    keepers.with(turn) { $0.append(cell) }
  }

  /// The states before the turn, for the caller to release outside the lock: a `deinit` in one may come back here.
  @usableFromInline
  func takeStatesBefore(_ turn: borrowing Turn, _ locked: borrowing LockToken) -> [AnyObject]? {
    keepers.with(turn) { keepers in
      defer { keepers.removeAll(keepingCapacity: true) }
      return keepers.compactMap { $0.takeBefore(turn, locked) }
    }
  }

  /// Has an observer end with its owner, even when nothing is published.
  package func bind(_ observer: any Cancellable, to owner: WeakOwner, _ turn: borrowing Turn) {
    owners.with(turn) { $0.add(observer, owner) }
  }
}

// Notes that this thread holds a state of the main thread's trees while it runs the user's code.
extension StoreTree {
  @inlinable
  func beginHolding() {
    if mailbox.deliversOnMain { puredux_thread_begin_holding() }
  }

  @inlinable
  func endHolding() {
    if mailbox.deliversOnMain { puredux_thread_end_holding() }
  }

  /// Notes that this thread runs the body of a `withState`.
  @inlinable
  func beginLending() {
    beginHolding()
    // SAFETY: the pointer is only compared with those of other locks.
    puredux_thread_begin_lending(stateLock.mutex)
  }

  @inlinable
  func endLending() {
    puredux_thread_end_lending()
    endHolding()
  }
}
