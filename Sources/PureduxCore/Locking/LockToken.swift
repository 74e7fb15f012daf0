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
