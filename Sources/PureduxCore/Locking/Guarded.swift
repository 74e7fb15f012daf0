/// A value that one thread at a time can reach.
///
/// Several values may share one lock, so that a tree needs one for each purpose, not one for each
/// of its nodes.
@usableFromInline
package class Guarded<Value>: @unchecked Sendable {
  // SAFETY: `value` is reached with proof that `lock` is held, and by no other way. A body that asks
  // for the same lock again is stopped by `Lock.hold`, so no two accesses overlap.
  @exclusivity(unchecked) @usableFromInline final var value: Value
  @usableFromInline final let lock: Lock

  @inlinable
  package init(_ value: sending Value, lock: Lock = Lock()) {
    self.value = value
    self.lock = lock
  }

  /// Runs `body` with the value; it must call nothing that could come back here.
  @inlinable
  package final func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.hold { locked in try with(locked, body) }
  }

  /// Runs `body` with the value, where its lock is held already.
  @inlinable
  package final func with<Result: Sendable>(
    _ locked: borrowing LockToken, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    assert(locked.lock == ObjectIdentifier(lock), "another lock is held than the one that guards this value")
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
