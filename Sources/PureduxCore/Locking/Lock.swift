public import PureduxAtomics

/// A mutex that detects whether the calling thread already holds the lock.
///
/// Used instead of `Synchronization.Mutex`, which on Linux hands the lock over to a waiting thread. When a core is busy
/// with other work, such handovers cause a lock convoy among threads that dispatch concurrently.
@usableFromInline
package final class Lock: @unchecked Sendable {
  // SAFETY: the pointer is set once, its memory remains valid for the lifetime of this object, and the called functions
  // are thread-safe.
  @usableFromInline let mutex: UnsafeMutablePointer<puredux_lock>

  @usableFromInline
  package init() {
    // As large as a cache line, so that two locks never share a cache line.
    mutex = UnsafeMutableRawPointer.allocate(byteCount: max(MemoryLayout<puredux_lock>.size, 64), alignment: 8)
      .bindMemory(to: puredux_lock.self, capacity: 1)
    puredux_lock_init(mutex)
  }

  deinit {
    puredux_lock_destroy(mutex)
    UnsafeMutableRawPointer(mutex).deallocate()
  }

  /// Acquires the lock, waiting if necessary. Returns false, without waiting, if this thread already holds the lock.
  @inlinable
  package func lock() -> Bool { puredux_lock_take(mutex) }

  @inlinable
  package func unlock() { puredux_lock_release(mutex) }

  /// Unlocks, handing the lock over to a starved thread, if there is one. A thread is starved if it has waited for a
  /// millisecond and found the lock taken again when it woke.
  @inlinable
  func unlockFairly() { puredux_lock_release_fairly(mutex) }

  /// Whether another thread is waiting for the lock.
  @inlinable var isWanted: Bool { puredux_lock_is_wanted(mutex) }

  /// False if this thread holds the lock; otherwise true. Reading this property blocks until no other thread holds the
  /// lock.
  package var isFree: Bool {
    guard lock() else { return false }
    unlock()
    return true
  }

  /// Waits until no other thread holds the lock.
  package func wait() { _ = isFree }

  /// Runs `body` with the lock held.
  ///
  /// `body` should return removed objects, so that the caller releases them after unlocking: a `deinit` may acquire the
  /// lock again.
  @inlinable
  @inline(__always)
  package func hold<Result>(_ body: (borrowing LockToken) throws -> Result) rethrows -> Result {
    // Avoid `precondition`: its condition is not evaluated in an unchecked build. The failure is written out, because
    // with a function for it the compiler inlined callers elsewhere, and an action took 15% longer.
    guard lock() else { fatalError("a thread acquired a lock that it already holds") }
    defer { unlock() }
    return try body(LockToken(self))
  }

  /// Like `hold`, but unlocks fairly, for a thread that reacquires the lock immediately.
  @inlinable
  @inline(__always)
  func holdFairly<Result>(_ body: (borrowing LockToken) throws -> Result) rethrows -> Result {
    guard lock() else { fatalError("a thread acquired a lock that it already holds") }
    defer { unlockFairly() }
    return try body(LockToken(self))
  }
}

/// Identifies a live thread.
package struct ThreadIdentity: Hashable, Sendable {
  private let number: UInt

  package init(number: UInt) { self.number = number }

  /// The current thread.
  package static var current: ThreadIdentity { ThreadIdentity(number: puredux_thread_identity()) }
}

/// Proof that a lock is held. In debug builds, `Guarded` checks that a token belongs to the lock that guards the value.
///
/// A `StandIns` instance also issues tokens; with such a token, a cell accesses a state of that instance without a
/// lock.
@frozen
@usableFromInline
package struct LockToken: ~Copyable {
  /// The address of the lock, or the address of a `StandIns` plus one.
  @usableFromInline let word: UInt

  @inlinable
  init(_ lock: Lock) { word = UInt(bitPattern: ObjectIdentifier(lock)) }

  /// The caller must retain `standIns` for as long as the token is used.
  init(_ standIns: StandIns) { word = UInt(bitPattern: ObjectIdentifier(standIns)) | 1 }

  /// Whether the token gives access to live states or to substitutes.
  @inlinable package var access: StateAccess { word & 1 == 0 ? .live : .replay }

  /// Whether this is the token of the given lock.
  @inlinable
  func isOf(_ lock: Lock) -> Bool { word == UInt(bitPattern: ObjectIdentifier(lock)) }

  /// Runs `body` with the substitutes that the token refers to.
  @inlinable
  func withStandIns<Result>(_ body: (StandIns) throws -> Result) rethrows -> Result {
    // SAFETY: the token of a `StandIns` contains that object's even address plus one, and the creator of the token
    // retains the object.
    try Unmanaged<StandIns>.fromOpaque(UnsafeRawPointer(bitPattern: word & ~1).unsafelyUnwrapped)
      ._withUnsafeGuaranteedRef(body)
  }
}
