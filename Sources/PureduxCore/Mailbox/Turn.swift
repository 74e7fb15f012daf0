internal import PureduxAtomics

/// Proof that code runs inside a turn, and that no other turn of the same owner runs concurrently.
///
/// Only `Mailbox.lendTurn` and `PrivateTurns.lend` create turns, and each lends one turn at a time. The owner of a turn
/// is the mailbox, or the lock of the `PrivateTurns`. Code that has been lent a turn of a tree can therefore access the
/// tree's turn-local values without a lock. The type does not identify the owner, so debug builds check that a value is
/// accessed only with turns of a single owner (see `AccessCheck`).
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
  /// Passes a turn to `body`. Only a delivery may call this method, and only one delivery runs at a time.
  func lendTurn(_ body: (borrowing Turn) -> Void) { body(Turn(of: self)) }
}

/// Lends turns that do not belong to a tree, to one caller at a time.
///
/// For example, a filter uses these turns to access the values that it keeps from one state to the next. Copies lend
/// turns of the same owner, also one at a time.
@usableFromInline
package struct PrivateTurns: @unchecked Sendable {
  // SAFETY: the buffer is set once, its header has a stable address, and is accessed only by the functions of the lock,
  // which are thread-safe.
  private let lock = SmallLock.create(minimumCapacity: 0) { _ in puredux_lock() }

  /// A lock in one small allocation, because each selector has one. Two of these locks may share a cache line.
  private final class SmallLock: ManagedBuffer<puredux_lock, Void> {
    deinit { withUnsafeMutablePointerToHeader { puredux_lock_destroy($0) } }
  }

  @usableFromInline
  package init() { lock.withUnsafeMutablePointerToHeader { puredux_lock_init($0) } }

  /// Passes a turn to `body`, which must not call `lend` again.
  @usableFromInline
  package func lend<Result>(_ body: (borrowing Turn) throws -> Result) rethrows -> Result {
    guard lock.withUnsafeMutablePointerToHeader({ puredux_lock_take($0) }) else {
      fatalError("a thread acquired a lock that it already holds")
    }
    defer { lock.withUnsafeMutablePointerToHeader { puredux_lock_release($0) } }
    return try body(Turn(of: lock))
  }
}

/// A value that is accessible only inside the turns of one tree, or of one `PrivateTurns`.
@_fixed_layout
@usableFromInline
package final class TurnLocal<Value>: @unchecked Sendable {
  // SAFETY: `value` and `accessCheck` are accessed only with a `Turn`. Turns of one owner never overlap. A turn-local
  // value is accessed only with turns of one owner, which debug builds check. The `body` of an access never accesses
  // the same value again, not even through a function that it calls.
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

/// In debug builds, traps if a value is accessed with turns of different owners or under different locks.
///
/// Records the first owner and the first lock, and compares later owners and locks with them. A value that is read both
/// with a turn and under a lock needs two instances of `AccessCheck`, because a check writes to memory. In release
/// builds, the checks do nothing.
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
      precondition(owner == nil || owner == turn.owner, "a value was opened by turns of two owners")
      if owner == nil { owner = turn.owner }
    }

    @usableFromInline
    mutating func check(_ locked: borrowing LockToken) {
      precondition(lock == nil || lock == locked.word, "a value was opened under two locks")
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
