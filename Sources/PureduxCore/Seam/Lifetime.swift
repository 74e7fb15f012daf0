public import PureduxAtomics

/// A lifetime that ends its stores when it is closed, even if the stores still have handles.
///
/// After a lifetime has been closed, `ReductionPath` drops the actions of its stores. The module that created the
/// lifetime closes it, in a turn. Copies refer to the same lifetime. A lifetime is a single allocation, because a tree
/// may have a lifetime for each element of a large collection.
@frozen
@usableFromInline
package struct Lifetime: Equatable, @unchecked Sendable {
  // SAFETY: the buffer is set once, and its contents have a stable address. The buffer's only element, the flag, is
  // initialized when the buffer is created, and later accessed only by atomic operations. The members are accessed only
  // in `hold`, with the lock held.
  @usableFromInline let buffer: ManagedBuffer<Content, UInt8>

  /// The part of a lifetime that is guarded by its lock.
  @usableFromInline
  struct Content {
    /// Stored first, because the thread sanitizer attributes changes to `members` to the first property.
    var members = Members()
    let lock: Lock
    let number: UInt64

    init(lock: Lock, number: UInt64) { (self.lock, self.number) = (lock, number) }
  }

  /// Creates a lifetime.
  ///
  /// - Parameters:
  ///   - lock: The lock of the tree's audiences, shared by all lifetimes of the tree.
  ///   - outer: The enclosing lifetime; closing the enclosing lifetime also closes this lifetime.
  ///   - number: Identifies this lifetime among the members of `outer`; newer members have larger numbers.
  @usableFromInline
  package init(lock: Lock, inside outer: Lifetime? = nil, number: UInt64 = 0) {
    buffer = .create(minimumCapacity: 1) { buffer in
      buffer.withUnsafeMutablePointerToElements { flag in flag.initialize(to: 0) }
      return Content(lock: lock, number: number)
    }
    if let outer, !outer.insert(.lifetime(self), number: number) { close() }
  }

  /// Creates a lifetime for stores of a tree.
  @usableFromInline
  package init(in tree: StoreTree, inside outer: Lifetime?) {
    self.init(lock: tree.registry, inside: outer, number: outer == nil ? 0 : tree.nextNumber())
  }

  @usableFromInline
  package static func == (first: Lifetime, second: Lifetime) -> Bool { first.buffer === second.buffer }

  /// Whether the lifetime has been closed.
  @inlinable
  package var isClosed: Bool {
    // SAFETY: the pointer to the flag is used only during the call.
    buffer.withUnsafeMutablePointerToElements { flag in puredux_flag_load(flag) }
  }

  /// Adds a store that ends with this lifetime. If the store ends before the lifetime, its node removes the store from
  /// the lifetime.
  @usableFromInline
  func add(_ store: any LifetimeMember, number: UInt64) {
    if !insert(.store(UnownedStore(value: store)), number: number) { store.closeWithLifetime() }
  }

  /// Removes a store or a nested lifetime that ended before this lifetime.
  func remove(_ number: UInt64) {
    // `close` takes and retains the members before it raises the flag.
    if !isClosed { hold { $0.pointee.members.remove(number) } }
  }

  /// Closes the lifetime, and removes it from the enclosing lifetime.
  @usableFromInline
  package func close(inside outer: Lifetime?) {
    close()
    outer?.remove(hold { $0.pointee.number })
  }

  /// Closes the stores, and drops their later actions.
  @usableFromInline
  package func close() {
    let ending = hold { content -> Ending? in
      guard !isClosed else { return nil }
      let ending = content.pointee.members.ending
      content.pointee.members = Members()
      // SAFETY: the pointer to the flag is used only during the call.
      buffer.withUnsafeMutablePointerToElements { flag in puredux_flag_store(flag, true) }
      return ending
    }
    ending?.youngestFirst { $0.end { $0.close() } }
  }

  /// Ends the stores' observers and work. Queued actions are still reduced.
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
package protocol LifetimeMember: AnyObject, Sendable {
  /// Ends observers and work without a report, because the end is intentional.
  func closeWithLifetime()
}

extension Audience: LifetimeMember {
  @usableFromInline
  package func closeWithLifetime() { close() }
}

extension Lifetime {
  /// The stores and nested lifetimes that end with a lifetime, by number.
  ///
  /// The oldest store is kept separately, so that the many lifetimes that have only one store need no list.
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

    /// The members, retained while they are ended outside the lock.
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

  /// A lifetime's unowned reference to a store.
  struct UnownedStore: Sendable {
    // SAFETY: the store's node retains `value`. Before the node releases `value`, it removes this reference from the
    // lifetime, with the lock held. The reference is therefore valid for code that holds the lock and finds the
    // reference in a lifetime.
    unowned(unsafe) let value: any LifetimeMember
  }

  /// The members of a lifetime, retained while they are ended.
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

    /// The oldest store, kept separately as in `Members`.
    let oldest: (any LifetimeMember)?
    var others: [Member] = []

    /// Calls `end` for each member, newest first, so that children end before their parents.
    func youngestFirst(_ end: (Member) -> Void) {
      for member in others.reversed() { end(member) }
      if let oldest { end(.store(oldest)) }
    }
  }
}
