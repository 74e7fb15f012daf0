// Reading from outside of turns.
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
