#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Glibc
#endif

/// A mutex that knows when the thread that asks for it holds it already.
///
/// A pthread mutex rather than `Synchronization.Mutex`, which hands the lock over on Linux and so
/// makes several dispatching threads queue behind each other when a core is busy elsewhere.
@usableFromInline
package final class Lock: @unchecked Sendable {
  // SAFETY: the pointer is set once, its memory lives as long as this object, and every pthread
  // function that is called with it may be called from any thread.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  @usableFromInline
  package init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Waits for the lock; false when this thread holds it already, which changes nothing.
  @usableFromInline
  func lock() -> Bool { pthread_mutex_lock(mutex) == 0 }

  @usableFromInline
  func unlock() { pthread_mutex_unlock(mutex) }

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
  package func hold<Result>(_ body: (borrowing Held) throws -> Result) rethrows -> Result {
    precondition(lock(), "a lock was taken again by the thread that holds it")
    defer { unlock() }
    return try body(Held(self))
  }
}

/// Proof that the code holding it runs while a lock is held.
@usableFromInline
package struct Held: ~Copyable {
  @usableFromInline let lock: ObjectIdentifier
  @inlinable init(_ lock: Lock) { self.lock = ObjectIdentifier(lock) }
}
