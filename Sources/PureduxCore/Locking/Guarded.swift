/// A value that one thread at a time can reach.
///
/// Several values may share one lock, so that a whole tree needs one for each purpose, not one for
/// each node.
@usableFromInline
package final class Guarded<Value>: @unchecked Sendable {
  // SAFETY: `value` is private and reached only by `withLock`, while `lock` is held. A body that
  // comes back to the same lock is stopped there, so no two accesses ever overlap.
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
    precondition(lock.lock(), "a guarded value was reached again from inside its own `withLock`")
    defer { lock.unlock() }
    return try body(&value)
  }
}
