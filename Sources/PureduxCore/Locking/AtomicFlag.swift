public import PureduxAtomics

/// A flag that any thread may raise and that is read at the price of one load.
///
/// Observers are asked for theirs before each call, where a lock would cost as much as the call.
@usableFromInline
package final class AtomicFlag: @unchecked Sendable {
  // SAFETY: the pointer is set once, its byte lives as long as this object, and it is reached by
  // atomic operations only.
  @usableFromInline let byte: UnsafeMutablePointer<UInt8>

  @usableFromInline
  package init() {
    byte = .allocate(capacity: 1)
    byte.initialize(to: 0)
  }

  deinit { byte.deallocate() }

  @inlinable
  package var isRaised: Bool { puredux_flag_load(byte) }

  /// Raises the flag; true for the one call that did it.
  @usableFromInline
  @discardableResult
  package func raise() -> Bool { puredux_flag_raise(byte) }

  @usableFromInline
  package func lower() { puredux_flag_store(byte, false) }
}
