/// What the stores made for one element have in common: they end when the element leaves.
///
/// It is closed in a turn, by `ChildStorage`. From then on no action that is dispatched to one of the stores is reduced
/// anywhere: `ReductionPath` drops it.
@usableFromInline
final class ChildGate: GateMember {
  @usableFromInline let isClosed = AtomicFlag()
  private let members = Guarded<[WeakMember]>([])

  private struct WeakMember: Sendable {
    weak var value: (any GateMember)?
  }

  @usableFromInline init(inside outer: ChildGate?) { outer?.add(self) }

  /// Has a store, or the gate of an element further down, end with this gate.
  @usableFromInline
  func add(_ member: any GateMember) {
    members.withLock { members in
      if members.count == members.capacity { members.removeAll { $0.value == nil } }
      members.append(WeakMember(value: member))
    }
    if isClosed.isRaised { member.endAsAsked() }
  }

  /// Ends the stores, and lets no action of theirs pass any more.
  @usableFromInline
  func endAsAsked() {
    guard isClosed.raise() else { return }
    for member in youngestFirst { member.endAsAsked() }
  }

  /// Ends the stores' observers and work. Actions that wait already are still reduced.
  @usableFromInline
  func release() {
    for member in youngestFirst { member.release() }
  }

  /// In this order children end before their parents.
  private var youngestFirst: [any GateMember] { members.withLock { $0 }.reversed().compactMap(\.value) }
}

extension Audience: GateMember {
  /// Ends observers and work. Nobody is reported for it: the element has left.
  @usableFromInline
  func endAsAsked() { close() }

  @usableFromInline
  func release() { close() }
}
