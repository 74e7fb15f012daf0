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

/// A value that only code inside a turn can reach: of one tree's turns, or of those of one `PrivateTurns`.
@_fixed_layout
@usableFromInline
package final class TurnLocal<Value>: @unchecked Sendable {
  // SAFETY: `value` and `accessCheck` are reached with a `Turn` only. Turns of one owner never overlap, and whoever made
  // this value opens it with turns of one owner alone, which debug builds check. Nothing that a body calls comes back
  // to the same value.
  @exclusivity(unchecked) @usableFromInline var value: Value
  @exclusivity(unchecked) @usableFromInline var accessCheck = AccessCheck()

  @inlinable
  package init(_ value: sending Value) { self.value = value }

  @inlinable
  package func with<Result>(_ turn: borrowing Turn, _ body: (inout Value) throws -> Result) rethrows -> Result {
    accessCheck.check(turn)
    return try body(&value)
  }
}

/// Traps, in debug builds, where a value is opened by turns of two owners or under two locks.
///
/// The first owner and the first lock are the only ones from then on. A value that is read with a turn and, at the same
/// time, with a lock has two checks, because each of them writes. In release builds this is empty and checks nothing.
@usableFromInline
struct AccessCheck {
  #if DEBUG
    private var owner: ObjectIdentifier?
    private var lock: UInt?
  #endif

  @usableFromInline init() {}

  #if DEBUG
    @usableFromInline
    mutating func check(_ turn: borrowing Turn) {
      precondition(owner == nil || owner == turn.owner, "a value was opened by a turn of another owner than before")
      if owner == nil { owner = turn.owner }
    }

    @usableFromInline
    mutating func check(_ locked: borrowing LockToken) {
      precondition(lock == nil || lock == locked.word, "a value was opened under another lock than before")
      if lock == nil { lock = locked.word }
    }
  #else
    @inlinable
    @inline(__always)
    func check(_ turn: borrowing Turn) {}

    @inlinable
    @inline(__always)
    func check(_ locked: borrowing LockToken) {}
  #endif
}
