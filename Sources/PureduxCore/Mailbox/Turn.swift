/// Proof that the code holding it runs inside a turn, and that no other turn of the same owner runs meanwhile.
///
/// Only `Mailbox.lendTurn` and `PrivateTurns.lend` make turns, each for itself as the owner, and each lends one at a
/// time. So code that is given a turn of a tree can touch what belongs to the tree's turns without a lock. The type
/// does not say whose turn it is: that is checked in debug builds, where a value is opened by turns of one owner only
/// (see `AccessCheck`).
@usableFromInline
package struct Turn: ~Copyable {
  #if DEBUG
    let owner: ObjectIdentifier
  #endif

  fileprivate init(of owner: AnyObject) {
    #if DEBUG
      self.owner = ObjectIdentifier(owner)
    #endif
  }
}

extension Mailbox {
  /// Hands a turn to `body`; to be called by `deliver` alone, which one thread at a time runs.
  func lendTurn(_ body: (borrowing Turn) -> Void) { body(Turn(of: self)) }
}

/// Lends turns that belong to no tree, to one caller at a time, for values that a filter keeps from state to state.
@usableFromInline
package final class PrivateTurns: Sendable {
  private let lock = Lock()

  @usableFromInline
  package init() {}

  /// `body` must not come back here.
  @usableFromInline
  package func lend<Result>(_ body: (borrowing Turn) throws -> Result) rethrows -> Result {
    try lock.hold { _ in try body(Turn(of: self)) }
  }
}
