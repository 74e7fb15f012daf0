/// Proof that the code holding it runs while a lock is held. `Guarded` checks in debug builds that it is its own lock.
@frozen
@usableFromInline
package struct LockToken: ~Copyable {
  @usableFromInline let lock: ObjectIdentifier
  @inlinable init(_ lock: Lock) { self.lock = ObjectIdentifier(lock) }
}
