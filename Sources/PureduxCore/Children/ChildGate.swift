public import PureduxAtomics

/// The end that all stores made for one element share: they end when the element leaves.
///
/// It is closed in a turn, by `ChildStorage`. From then on no action that is dispatched to one of the stores is reduced
/// anywhere: `ReductionPath` drops it. Copies are the same gate. It is one block of memory, because each element has one.
@frozen
@usableFromInline
struct ChildGate: Equatable, @unchecked Sendable {
  // SAFETY: the buffer is set once, and what is in it stays where it is as long as the buffer lives. Its one element, the
  // flag, is initialised with it and reached by atomic operations only; the members by `hold` only, with the lock held.
  @usableFromInline let buffer: ManagedBuffer<ChildGateContent, UInt8>

  /// Makes a gate.
  ///
  /// - Parameters:
  ///   - lock: The lock of the tree's audiences, which its gates share.
  ///   - outer: The gate that this one ends with.
  ///   - number: Tells this gate from the other members of `outer`; those that are younger have larger numbers.
  @usableFromInline
  init(lock: Lock, inside outer: ChildGate? = nil, number: UInt64 = 0) {
    buffer = .create(minimumCapacity: 1) { buffer in
      buffer.withUnsafeMutablePointerToElements { flag in flag.initialize(to: 0) }
      return ChildGateContent(lock: lock, number: number)
    }
    if let outer, !outer.insert(.gate(self), number: number) { close() }
  }

  @usableFromInline
  static func == (first: ChildGate, second: ChildGate) -> Bool { first.buffer === second.buffer }

  /// Whether the element has left.
  @inlinable
  var isClosed: Bool {
    // SAFETY: the pointer is used during the call alone.
    buffer.withUnsafeMutablePointerToElements { flag in puredux_flag_load(flag) }
  }

  /// Has a store end with this gate. The store's node takes it out when it goes earlier.
  @usableFromInline
  func add(_ store: any GateMember, number: UInt64) {
    if !insert(.store(UnownedStore(value: store)), number: number) { store.closeWithElement() }
  }

  /// Takes out a store that goes, or a gate that was closed, before the element leaves.
  func remove(_ number: UInt64) {
    // Closing takes out the members, and retains them, before it raises the flag.
    if !isClosed { hold { $0.pointee.members.remove(number) } }
  }

  /// Closes the gate, and takes it out of the one that it is in.
  @usableFromInline
  func close(inside outer: ChildGate?) {
    close()
    outer?.remove(hold { $0.pointee.number })
  }

  /// Ends the stores, and lets no action of theirs pass any more.
  @usableFromInline
  func close() {
    let ending = hold { content -> EndingMembers? in
      guard !isClosed else { return nil }
      let ending = content.pointee.members.ending
      content.pointee.members = GateMembers()
      // SAFETY: the pointer is used during the call alone.
      buffer.withUnsafeMutablePointerToElements { flag in puredux_flag_store(flag, true) }
      return ending
    }
    ending?.youngestFirst { $0.end { $0.close() } }
  }

  /// Ends the stores' observers and work. Actions that wait already are still reduced.
  func release() {
    hold { $0.pointee.members.ending }.youngestFirst { $0.end { $0.release() } }
  }

  private func insert(_ member: GateMembers.Member, number: UInt64) -> Bool {
    hold { content in
      if isClosed { return false }
      content.pointee.members.insert(member, number: number)
      return true
    }
  }

  private func hold<Result>(_ body: (UnsafeMutablePointer<ChildGateContent>) -> Result) -> Result {
    buffer.withUnsafeMutablePointerToHeader { content in content.pointee.lock.hold { _ in body(content) } }
  }
}
