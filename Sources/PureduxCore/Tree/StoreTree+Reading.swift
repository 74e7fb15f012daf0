public import PureduxAtomics

// Reading outside turns.
extension StoreTree {
  /// Runs `read` with the state lock held. Waits while another thread reduces an action, or copies or lends a state.
  ///
  /// A thread that already holds the lock is inside a reducer or `withState`: its read is reported, but still carried
  /// out. However, a read in a reducer traps if the tree does not keep the state from before the turn. Every read of
  /// another tree inside `withState` is also reported.
  @inlinable
  package func read<Result>(_ read: (borrowing LockToken) throws -> Result) rethrows -> Result {
    if puredux_thread_is_lending() { return try readInsideWithState(read) }
    return try readUnderLock(read)
  }

  @inlinable
  func readUnderLock<Result>(_ read: (borrowing LockToken) throws -> Result) rethrows -> Result {
    guard stateLock.lock() else {
      let locked = LockToken(stateLock)
      reportNestedReading(locked)
      return try read(locked)
    }
    defer { stateLock.unlock() }
    return try read(LockToken(stateLock))
  }

  /// Avoids a deadlock between two `withState` bodies that read each other's trees.
  ///
  /// The thread that would close a cycle of waiting threads reads without the lock: the lock's holder waits for this
  /// thread, so the state cannot change during the read.
  @usableFromInline
  @inline(never)
  func readInsideWithState<Result>(_ read: (borrowing LockToken) throws -> Result) rethrows -> Result {
    context.report(.storeUsedInsideWithState())
    guard let wait = LendingWaits.begin(for: stateLock) else { return try read(LockToken(stateLock)) }
    let isTaken = stateLock.lock()
    LendingWaits.end(wait)
    guard isTaken else { return try readUnderLock(read) }
    defer { stateLock.unlock() }
    return try read(LockToken(stateLock))
  }

  @usableFromInline
  func reportNestedReading(_ locked: borrowing LockToken) {
    // If no reducer is running, the read is inside `withState`, and was already reported.
    guard progress.with(locked, { $0.isReducing }) else { return }
    let misuse = Misuse.readInsideReducer(keepsStateBefore: keepsStateBeforeTurn)
    context.report(misuse)
    // The state from before the turn no longer exists: the reducers are changing the state in place.
    if !keepsStateBeforeTurn { fatalError(misuse.description) }
  }

  package var revisionReader: RevisionReader { RevisionReader(progress: progress) }
}

/// Reads the revision of a tree without retaining the tree.
@usableFromInline
package struct RevisionReader: Sendable {
  fileprivate let progress: Guarded<StoreTree.Progress>

  @usableFromInline
  package func callAsFunction() -> UInt64 { progress.withLock { $0.revision } }

  @usableFromInline
  package func callAsFunction(_ locked: borrowing LockToken) -> UInt64 { progress.with(locked) { $0.revision } }
}

// The names of stores, for events and reports.
extension StoreTree {
  /// Names a store of this tree.
  @usableFromInline
  package func setName(_ name: String, of store: UInt64) { names.withLock { $0[store] = name } }

  /// Returns the name that a store was given with `named:`, or nil if the store has no name.
  package func name(of store: UInt64) -> String? { names.withLock { $0[store] } }

  /// Removes the name of a released store after all earlier messages have been delivered.
  func forgetName(of store: UInt64) {
    mailbox.postFromDeinit { [names] _ in names.withLock { _ = $0.removeValue(forKey: store) } }
  }
}

extension StateStore {
  /// The name that the store was given with `named:`, for events and reports.
  public var name: String? { node.tree.name(of: node.actionQueue.store) }
}
