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
