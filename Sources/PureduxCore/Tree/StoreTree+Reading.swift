public import PureduxAtomics

// Reading outside of turns.
extension StoreTree {
  /// Runs `read` with the state lock held. It waits at most for the reducers of the current turn.
  ///
  /// A thread that holds the lock already is inside a reducer or inside `withState`. Both are reported, and both read
  /// on. Reading another tree inside `withState` is reported as well, each time: two threads that do it the other way
  /// round would wait for each other for ever.
  @inlinable
  package func read<Result>(_ read: (borrowing LockToken) throws -> Result) rethrows -> Result {
    if puredux_thread_is_lending() { reportReadingInsideWithState() }
    guard stateLock.lock() else {
      let locked = LockToken(stateLock)
      reportNestedReading(locked)
      return try read(locked)
    }
    defer { stateLock.unlock() }
    return try read(LockToken(stateLock))
  }

  @usableFromInline
  func reportReadingInsideWithState() { context.report(.storeUsedInsideWithState()) }

  @usableFromInline
  func reportNestedReading(_ locked: borrowing LockToken) {
    // Inside `withState`, which has been reported.
    guard progress.with(locked, { $0.isReducing }) else { return }
    let misuse = Misuse.readInsideReducer(keepsStateBefore: keepsStateBeforeTurn)
    context.report(misuse)
    // The old value no longer exists: it was changed in place, or is being changed.
    if !keepsStateBeforeTurn { fatalError(misuse.description) }
  }
}
