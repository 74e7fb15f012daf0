public import PureduxAtomics

/// A mutex that knows when the thread that asks for it holds it already.
///
/// It is not `Synchronization.Mutex`, which hands the lock over on Linux, so that several dispatching threads queue
/// behind each other when a core is busy elsewhere.
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

  /// Waits for the lock. Returns false, and changes nothing, when this thread holds it already.
  @inlinable
  package func lock() -> Bool { puredux_lock_take(mutex) }

  @inlinable
  package func unlock() { puredux_lock_release(mutex) }

  /// Unlocks, and hands the lock over where a thread was passed over: it has waited for a millisecond, and found the lock
  /// taken again when it woke.
  @inlinable
  func unlockFairly() { puredux_lock_release_fairly(mutex) }

  /// Whether the lock is handed over when it is unlocked fairly.
  var hasPassedOver: Bool { puredux_lock_has_passed_over(mutex) }

  /// Whether a thread waits for the lock.
  @inlinable var isWanted: Bool { puredux_lock_is_wanted(mutex) }

  /// Whether this thread does not hold the lock. It waits for others that do.
  package var isFree: Bool {
    guard lock() else { return false }
    unlock()
    return true
  }

  /// Returns when no other thread holds the lock.
  package func wait() { _ = isFree }

  /// Runs `body` while this thread, and no other, holds the lock.
  ///
  /// `body` decides, and returns what it takes out, so that the caller releases it after the lock: a `deinit` may come
  /// back here.
  @inlinable
  @inline(__always)
  package func hold<Result>(_ body: (borrowing LockToken) throws -> Result) rethrows -> Result {
    // Not by `precondition`, whose condition is not evaluated at all in a build without checks.
    guard lock() else { fatalError("a lock was taken again by the thread that holds it") }
    defer { unlock() }
    return try body(LockToken(self))
  }

  /// Does what `hold` does, and unlocks fairly, for a thread that takes the lock again at once.
  @inlinable
  @inline(__always)
  func holdFairly<Result>(_ body: (borrowing LockToken) throws -> Result) rethrows -> Result {
    guard lock() else { fatalError("a lock was taken again by the thread that holds it") }
    defer { unlockFairly() }
    return try body(LockToken(self))
  }
}

/// Tells the living threads apart.
package struct ThreadIdentity: Hashable, Sendable {
  private let number: UInt

  package init(number: UInt) { self.number = number }

  /// The thread that asks.
  package static var current: ThreadIdentity { ThreadIdentity(number: puredux_thread_identity()) }
}

/// Proof that the code holding it runs while a lock is held. `Guarded` checks in debug builds that it is its own lock.
///
/// A `StandIns` hands out tokens too: with one of them, cells change and read its states, and no lock is needed.
@frozen
@usableFromInline
package struct LockToken: ~Copyable {
  /// The address of the lock; or that of a `StandIns`, plus one.
  @usableFromInline let word: UInt

  @inlinable
  init(_ lock: Lock) { word = UInt(bitPattern: ObjectIdentifier(lock)) }

  /// `standIns` must be kept alive for as long as the token is used.
  init(_ standIns: StandIns) { word = UInt(bitPattern: ObjectIdentifier(standIns)) | 1 }

  /// Which states are reached with it.
  @inlinable package var access: StateAccess { word & 1 == 0 ? .live : .replay }

  @inlinable
  func isOf(_ lock: Lock) -> Bool { word == UInt(bitPattern: ObjectIdentifier(lock)) }

  /// Runs `body` with the states that the token stands for.
  @inlinable
  func withStandIns<Result>(_ body: (StandIns) throws -> Result) rethrows -> Result {
    // SAFETY: the token of a `StandIns` holds its address, which is even, plus one, and whoever made the token keeps the
    // object alive meanwhile.
    try Unmanaged<StandIns>.fromOpaque(UnsafeRawPointer(bitPattern: word & ~1).unsafelyUnwrapped)
      ._withUnsafeGuaranteedRef(body)
  }
}
