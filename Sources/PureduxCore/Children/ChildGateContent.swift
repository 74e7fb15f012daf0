/// The content that a gate guards by its lock, in the memory of the gate.
@usableFromInline
struct ChildGateContent {
  /// It comes first, because the thread sanitizer takes a change of it for one of what the content begins with.
  var members = GateMembers()
  let lock: Lock
  let number: UInt64

  init(lock: Lock, number: UInt64) { (self.lock, self.number) = (lock, number) }
}
