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

/// Lends turns outside of a tree, to one caller at a time, to what keeps its values in `TurnLocal`s of its own.
package final class PrivateTurns: Sendable {
  private let lock = Lock()

  package init() {}

  /// `body` must not come back here.
  package func lend<Result>(_ body: (borrowing Turn) throws -> Result) rethrows -> Result {
    try lock.hold { _ in try body(Turn()) }
  }
}
