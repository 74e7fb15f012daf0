public import PureduxAtomics

/// A lifetime that can close: the stores made in it end when it does, whoever still has a handle to them.
///
/// From then on no action that is dispatched to one of the stores is reduced anywhere: `ReductionPath` drops it. Closing is
/// the act of the module that made the lifetime, in a turn. Copies are the same lifetime. It is one block of memory, because
/// a tree may have one for each element of a large collection.
@frozen
@usableFromInline
package struct Lifetime: Equatable, @unchecked Sendable {
  // SAFETY: the buffer is set once, and what is in it stays where it is as long as the buffer lives. Its one element, the
  // flag, is initialised with it and reached by atomic operations only; the members by `hold` only, with the lock held.
  @usableFromInline let buffer: ManagedBuffer<Content, UInt8>

  /// What the lock guards, in the memory of the lifetime.
  @usableFromInline
  struct Content {
    /// It comes first, because the thread sanitizer takes a change of it for one of what the content begins with.
    var members = Members()
    let lock: Lock
    let number: UInt64

    init(lock: Lock, number: UInt64) { (self.lock, self.number) = (lock, number) }
  }

  /// Begins a lifetime.
  ///
  /// - Parameters:
  ///   - lock: The lock of the tree's audiences, which its lifetimes share.
  ///   - outer: The lifetime that this one ends with.
  ///   - number: Tells this lifetime from the other members of `outer`; those that are younger have larger numbers.
  @usableFromInline
  package init(lock: Lock, inside outer: Lifetime? = nil, number: UInt64 = 0) {
    buffer = .create(minimumCapacity: 1) { buffer in
      buffer.withUnsafeMutablePointerToElements { flag in flag.initialize(to: 0) }
      return Content(lock: lock, number: number)
    }
    if let outer, !outer.insert(.lifetime(self), number: number) { close() }
  }

  /// Begins a lifetime of stores of a tree.
  @usableFromInline
  package init(in tree: StoreTree, inside outer: Lifetime?) {
    self.init(lock: tree.registry, inside: outer, number: outer == nil ? 0 : tree.nextNumber())
  }

  @usableFromInline
  package static func == (first: Lifetime, second: Lifetime) -> Bool { first.buffer === second.buffer }

  /// Whether it has ended.
  @inlinable
  package var isClosed: Bool {
    // SAFETY: the pointer is used during the call alone.
    buffer.withUnsafeMutablePointerToElements { flag in puredux_flag_load(flag) }
  }

  /// Has a store end with this lifetime. The store's node takes it out when it goes earlier.
  @usableFromInline
  func add(_ store: any LifetimeMember, number: UInt64) {
    if !insert(.store(UnownedStore(value: store)), number: number) { store.closeWithLifetime() }
  }

  /// Takes out a store that goes, or a lifetime that was closed, before this one ends.
  func remove(_ number: UInt64) {
    // Closing takes out the members, and retains them, before it raises the flag.
    if !isClosed { hold { $0.pointee.members.remove(number) } }
  }

  /// Closes the lifetime, and takes it out of the one that it is in.
  @usableFromInline
  package func close(inside outer: Lifetime?) {
    close()
    outer?.remove(hold { $0.pointee.number })
  }

  /// Ends the stores, and lets no action of theirs pass any more.
  @usableFromInline
  package func close() {
    let ending = hold { content -> Ending? in
      guard !isClosed else { return nil }
      let ending = content.pointee.members.ending
      content.pointee.members = Members()
      // SAFETY: the pointer is used during the call alone.
      buffer.withUnsafeMutablePointerToElements { flag in puredux_flag_store(flag, true) }
      return ending
    }
    ending?.youngestFirst { $0.end { $0.close() } }
  }

  /// Ends the stores' observers and work. Actions that wait already are still reduced.
  package func release() {
    hold { $0.pointee.members.ending }.youngestFirst { $0.end { $0.release() } }
  }

  private func insert(_ member: Members.Member, number: UInt64) -> Bool {
    hold { content in
      if isClosed { return false }
      content.pointee.members.insert(member, number: number)
      return true
    }
  }

  private func hold<Result>(_ body: (UnsafeMutablePointer<Content>) -> Result) -> Result {
    buffer.withUnsafeMutablePointerToHeader { content in content.pointee.lock.hold { _ in body(content) } }
  }
}

/// A store that ends with a lifetime.
@usableFromInline
protocol LifetimeMember: AnyObject, Sendable {
  /// Ends observers and work. Nobody is reported for it: the end was to come.
  func closeWithLifetime()
}

extension Audience: LifetimeMember {
  @usableFromInline
  func closeWithLifetime() { close() }
}

extension Lifetime {
  /// The stores, and the lifetimes further down, that end with a lifetime, by their numbers.
  ///
  /// The oldest store is kept apart, because most lifetimes have one store alone, which needs no list then.
  @usableFromInline
  struct Members {
    enum Member: Sendable {
      case store(UnownedStore)
      case lifetime(Lifetime)
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

    /// The members, kept alive while they are ended outside the lock.
    var ending: Ending {
      var ending = Ending(oldest: oldest?.store.value)
      for case let member? in others.slots.lazy.map(\.element) {
        switch member {
        case .store(let store): ending.others.append(.store(store.value))
        case .lifetime(let lifetime): ending.others.append(.lifetime(lifetime))
        }
      }
      return ending
    }
  }

  /// A store that a lifetime does not keep alive.
  struct UnownedStore: Sendable {
    // SAFETY: the store's node keeps `value` alive, and takes it out of its lifetime, with the lock held, before it lets go
    // of it. So it is alive for whoever finds it in a lifetime with the lock held.
    unowned(unsafe) let value: any LifetimeMember
  }

  /// The members of a lifetime, kept alive while they are ended.
  struct Ending: Sendable {
    enum Member: Sendable {
      case store(any LifetimeMember)
      case lifetime(Lifetime)

      func end(lifetime endLifetime: (Lifetime) -> Void) {
        switch self {
        case .store(let store): store.closeWithLifetime()
        case .lifetime(let lifetime): endLifetime(lifetime)
        }
      }
    }

    /// Kept apart, as in `Members`.
    let oldest: (any LifetimeMember)?
    var others: [Member] = []

    /// In this order children end before their parents.
    func youngestFirst(_ end: (Member) -> Void) {
      for member in others.reversed() { end(member) }
      if let oldest { end(.store(oldest)) }
    }
  }
}
