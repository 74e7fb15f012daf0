/// Proof that the code holding it runs inside a turn of its tree.
///
/// Only a mailbox makes turns, and it lends each to one message at a time, so whoever is given one
/// can touch what belongs to the tree's turns without a lock.
@usableFromInline
package struct Turn: ~Copyable {
  fileprivate init() {}
}

extension Mailbox {
  /// Hands a turn to `body`; to be called by `deliver` alone, which one thread at a time runs.
  func lendTurn(_ body: (borrowing Turn) -> Void) { body(Turn()) }
}
