public import PureduxAtomics

/// A flag that any thread may raise and that costs one load to read. Copies are the same flag.
///
/// An observer's flag is read before each call, where a lock would cost as much as the call.
@usableFromInline
package struct AtomicFlag: @unchecked Sendable {
  // SAFETY: the buffer is set once, its header is one byte that stays where it is as long as the buffer lives, and
  // it is reached by atomic operations only.
  @usableFromInline let buffer: ManagedBuffer<UInt8, Void>

  @usableFromInline
  package init() { buffer = .create(minimumCapacity: 0) { _ in 0 } }

  @inlinable
  package var isRaised: Bool { buffer.withUnsafeMutablePointerToHeader { puredux_flag_load($0) } }

  /// Raises the flag. Returns true for the one call that did it.
  @usableFromInline
  @discardableResult
  package func raise() -> Bool { buffer.withUnsafeMutablePointerToHeader { puredux_flag_raise($0) } }

  @usableFromInline
  package func lower() { buffer.withUnsafeMutablePointerToHeader { puredux_flag_store($0, false) } }
}
