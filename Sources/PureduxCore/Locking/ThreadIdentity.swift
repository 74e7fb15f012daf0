internal import PureduxAtomics

/// Tells the living threads apart.
package struct ThreadIdentity: Hashable, Sendable {
  private let number: UInt

  package init(number: UInt) { self.number = number }

  /// The thread that asks.
  package static var current: ThreadIdentity { ThreadIdentity(number: puredux_thread_identity()) }
}
