/// The stores, and the gates of elements further down, that end with a gate, by their numbers.
///
/// The oldest store is kept apart, because most elements have one store alone, which needs no list then.
struct GateMembers {
  enum Member: Sendable {
    case store(UnownedStore)
    case gate(ChildGate)
  }

  private var oldest: (number: UInt64, store: UnownedStore)?
  private var others = NumberedList<Member>()

  mutating func insert(_ member: Member, number: UInt64) {
    if case .store(let store) = member, oldest == nil, others.isEmpty {
      oldest = (number, store)
    } else {
      others.insert(member, number: number)
    }
  }

  mutating func remove(_ number: UInt64) {
    if oldest?.number == number { oldest = nil } else { _ = others.remove(number) }
  }

  /// The members, kept alive for whoever ends them outside the lock.
  var ending: EndingMembers {
    var ending = EndingMembers(oldest: oldest?.store.value)
    for case let member? in others.slots.lazy.map(\.element) {
      switch member {
      case .store(let store): ending.others.append(.store(store.value))
      case .gate(let gate): ending.others.append(.gate(gate))
      }
    }
    return ending
  }
}

/// A store that a gate does not keep alive.
struct UnownedStore: Sendable {
  // SAFETY: the store's node keeps `value` alive, and takes it out of its gate, with the lock held, before it lets go of
  // it. So it is alive for whoever finds it in a gate with the lock held.
  unowned(unsafe) let value: any GateMember
}
