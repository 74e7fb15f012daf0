public import PureduxAtomics

/// A value that only one thread at a time can access.
///
/// Several values may share a lock, so that a tree needs one lock per purpose instead of one per node.
@_fixed_layout
@usableFromInline
package class Guarded<Value>: @unchecked Sendable {
  // SAFETY: `value` is accessed only with the token of a held lock, and debug builds check that the token belongs to
  // `lock`. If `body` tries to acquire the same lock again, `Lock.hold` traps, so accesses never overlap.
  @exclusivity(unchecked) @usableFromInline final var value: Value
  @usableFromInline package final let lock: Lock

  @inlinable
  package init(_ value: sending Value, lock: Lock = Lock()) {
    self.value = value
    self.lock = lock
  }

  /// Runs `body` with the value while holding the lock. `body` must not call code that could acquire the lock again.
  @inlinable
  @inline(__always)
  package final func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.hold { locked in try with(locked, body) }
  }

  /// Runs `body` with the value, whose lock the caller already holds.
  @inlinable
  @inline(__always)
  package final func with<Result: Sendable>(
    _ locked: borrowing LockToken, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    assert(locked.isOf(lock), "the held lock is not the one that guards this value")
    return try body(&value)
  }
}

extension Guarded where Value: Sendable {
  /// Replaces the value with nil, and returns the old value for the caller to release outside the lock.
  @inlinable
  package func take<Wrapped>() -> Value where Value == Wrapped? {
    withLock { value in
      defer { value = nil }
      return value
    }
  }
}

/// A flag that any thread may raise, and that is read with a single load. Copies share the flag.
///
/// A flag is read where acquiring a lock would cost as much as what the flag guards, for example before each action of
/// an effect.
@usableFromInline
package struct AtomicFlag: @unchecked Sendable {
  // SAFETY: the buffer is set once, its header is a single byte with a stable address, and it is accessed only by
  // atomic operations.
  @usableFromInline let buffer: ManagedBuffer<UInt8, Void>

  @usableFromInline
  package init() { buffer = .create(minimumCapacity: 0) { _ in 0 } }

  @inlinable
  package var isRaised: Bool { buffer.withUnsafeMutablePointerToHeader { puredux_flag_load($0) } }

  /// Raises the flag. Returns true only if this call raised the flag.
  @usableFromInline
  @discardableResult
  package func raise() -> Bool { buffer.withUnsafeMutablePointerToHeader { puredux_flag_raise($0) } }

  @usableFromInline
  package func lower() { buffer.withUnsafeMutablePointerToHeader { puredux_flag_store($0, false) } }
}
