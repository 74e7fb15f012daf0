/// The memory of a gate. `ChildGate` says how each part of it is reached.
@usableFromInline
struct ChildGateContent {
  /// Not zero once the gate is closed. It must come first, where `ChildGate.isClosed` looks for it.
  var flag: UInt8 = 0
  let lock: Lock
  let number: UInt64
  var members = GateMembers()

  init(lock: Lock, number: UInt64) { (self.lock, self.number) = (lock, number) }
}
