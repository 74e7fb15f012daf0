/// Proof that the code holding it runs while a lock is held. `Guarded` checks in debug builds that it is its own lock.
///
/// A replay hands out tokens too: with one of them, cells change and read its states of the past, and no lock is needed.
@frozen
@usableFromInline
package struct LockToken: ~Copyable {
  /// The address of the lock; or that of a replay, plus one.
  @usableFromInline let word: UInt

  @inlinable
  init(_ lock: Lock) { word = UInt(bitPattern: ObjectIdentifier(lock)) }

  /// `replay` must be kept alive for as long as the token is used.
  @inlinable
  init(_ replay: Replay) { word = UInt(bitPattern: ObjectIdentifier(replay)) | 1 }

  /// Whether it stands for states of the past.
  @inlinable var isReplay: Bool { word & 1 != 0 }

  @inlinable
  func isOf(_ lock: Lock) -> Bool { word == UInt(bitPattern: ObjectIdentifier(lock)) }

  /// Runs `body` with the replay that the token stands for.
  @inlinable
  func withReplay<Result>(_ body: (Replay) throws -> Result) rethrows -> Result {
    // SAFETY: the token of a replay holds its address, which is even, plus one, and whoever made the token keeps the
    // replay alive meanwhile.
    try Unmanaged<Replay>.fromOpaque(UnsafeRawPointer(bitPattern: word & ~1).unsafelyUnwrapped)
      ._withUnsafeGuaranteedRef(body)
  }
}
