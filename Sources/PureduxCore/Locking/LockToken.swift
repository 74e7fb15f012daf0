/// Proof that the code holding it runs while a lock is held.
@usableFromInline
package struct LockToken: ~Copyable {
  @usableFromInline let lock: ObjectIdentifier
  @inlinable init(_ lock: Lock) { self.lock = ObjectIdentifier(lock) }
}
