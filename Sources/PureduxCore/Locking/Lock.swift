public import PureduxAtomics

/// A mutex that knows when the thread that asks for it holds it already.
///
/// Not `Synchronization.Mutex`, which hands the lock over on Linux and so makes several dispatching threads
/// queue behind each other when a core is busy elsewhere.
@usableFromInline
package final class Lock: @unchecked Sendable {
  // SAFETY: the pointer is set once, its memory lives as long as this object, and every function that is
  // called with it may be called from any thread.
  @usableFromInline let mutex: UnsafeMutablePointer<puredux_lock>

  @usableFromInline
  package init() {
    mutex = .allocate(capacity: 1)
    puredux_lock_init(mutex)
  }

  deinit {
    puredux_lock_destroy(mutex)
    mutex.deallocate()
  }

  /// Waits for the lock; false when this thread holds it already, which changes nothing.
  @inlinable
  func lock() -> Bool { puredux_lock_take(mutex) }

  @inlinable
  func unlock() { puredux_lock_release(mutex) }

  /// Whether this thread does not hold the lock already. Waits for others.
  var isFree: Bool {
    guard lock() else { return false }
    unlock()
    return true
  }

  /// Runs `body` while this thread, and no other, holds the lock.
  ///
  /// `body` decides; what it lets go of is released by the caller, for a `deinit` may come back here.
  @inlinable
  package func hold<Result>(_ body: (borrowing LockToken) throws -> Result) rethrows -> Result {
    // Not by `precondition`, whose condition is not evaluated at all in a build without checks.
    guard lock() else { fatalError("a lock was taken again by the thread that holds it") }
    defer { unlock() }
    return try body(LockToken(self))
  }
}

/// Proof that the code holding it runs while a lock is held.
@usableFromInline
package struct LockToken: ~Copyable {
  @usableFromInline let lock: ObjectIdentifier
  @inlinable init(_ lock: Lock) { self.lock = ObjectIdentifier(lock) }
}

/// A value that one thread at a time can reach.
///
/// Several values may share one lock, so that a tree needs one for each purpose, not one for each
/// of its nodes.
@usableFromInline
package final class Guarded<Value>: @unchecked Sendable {
  // SAFETY: `value` is reached with proof that `lock` is held, and by no other way. A body that asks
  // for the same lock again is stopped by `Lock.hold`, so no two accesses overlap.
  @exclusivity(unchecked) @usableFromInline var value: Value
  @usableFromInline let lock: Lock

  @inlinable
  package init(_ value: sending Value, lock: Lock = Lock()) {
    self.value = value
    self.lock = lock
  }

  /// Runs `body` with the value; it must call nothing that could come back here.
  @inlinable
  package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.hold { locked in try with(locked, body) }
  }

  /// Runs `body` with the value, where its lock is held already.
  @inlinable
  package func with<Result: Sendable>(
    _ locked: borrowing LockToken, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    assert(locked.lock == ObjectIdentifier(lock), "another lock is locked than the one that guards this value")
    return try body(&value)
  }
}

extension Guarded where Value: Sendable {
  /// Takes what is there and leaves nothing, so that the caller lets go of it outside the lock.
  @inlinable
  package func take<Wrapped>() -> Value where Value == Wrapped? {
    withLock { value in
      defer { value = nil }
      return value
    }
  }
}
