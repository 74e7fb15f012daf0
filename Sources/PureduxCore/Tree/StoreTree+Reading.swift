// Reading outside of turns.
extension StoreTree {
  /// Runs `read` with the state lock held. It waits at most for the reducers of the current turn.
  ///
  /// A thread that holds the lock already is inside a reducer or inside `withState`. Both are reported, and both read
  /// on.
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
    // The old value no longer exists: it was changed in place, or is being changed.
    if !keepsStateBeforeTurn { fatalError(misuse.description) }
  }
}
