internal import PureduxAtomics

// The structure of a tree: the parts that follow the state, for example the children of a collection's elements. A turn
// reduces, then brings the structure in line with the new state, then publishes. The members are branches of an audience,
// in the order in which they were added, so parents precede their children.
extension StoreNode {
  /// Adds a member to the structure of the tree.
  ///
  /// `bringInLine` is called with this store's state in each turn, after the reducers and before any observer; for the
  /// first time before the next publication, or in a turn of its own. The members that it adds are brought in line in the
  /// same turn. While the stores display past states, it is not called.
  ///
  /// - Returns: The token of the member. The member ends when the token is released, when the base store is released,
  ///   when the store's lifetime is closed, or when `bringInLine` returns `.dead`.
  @inlinable
  package func addToStructure(_ bringInLine: @escaping RuledRegistration<State>.Observe) -> StoreSubscription {
    let (tree, source, lifetime, number, isInLine) = (tree, source, lifetime, tree.nextNumber(), AtomicFlag())
    let audience = Audience<State>(lock: tree.registry) { audience, locked in
      tree.structure.link(audience, number, locked) { audience in
        .ofState { _, turn in
          if !isInLine.isRaised { isInLine.raise() }
          // The parent's state may no longer contain the part from which this store's state is computed.
          if lifetime?.isClosed == true { return _ = audience.close() }
          source.lend(tree, turn) { audience.publish($0, turn) }
        }
      }
    }
    let member = register(skipsPast: true, in: audience, bringInLine)
    audience.add(member)
    keep(WeakReference(audience))
    tree.mailbox.post { turn in
      if !isInLine.isRaised { tree.bringInLine(from: number, turn) }
    }
    return StoreSubscription(member)
  }
}

extension StoreTree {
  /// Brings the members of the structure in line with the state, beginning with the member that has this number.
  ///
  /// Includes the members that are added meanwhile, for example in the initializer of a new child.
  @usableFromInline
  func bringInLine(from number: UInt64 = 0, _ turn: borrowing Turn) {
    if puredux_thread_shows_past() { return }
    var next = number
    // A member that its predecessor ends has no observer when its turn comes. Added members are in the next list.
    while case let members = structure.withLock({ $0.branches }), let last = members.slots.last, last.number >= next {
      for index in members.index(of: next)..<members.slots.count {
        // SAFETY: the list is kept until the last branch has returned. A branch does not read the pointer, which is
        // valid during the call.
        members.unretained(at: index)?._withUnsafeGuaranteedRef { branch in
          withUnsafePointer(to: ()) { branch.publish($0, turn) }
        }
      }
      next = last.number + 1
      withExtendedLifetime(members) {}
    }
  }
}

extension StateSource {
  /// Lends the state inside a turn, when no reducer can run. No lock is held while `body` runs.
  @inlinable
  func lend(_ tree: StoreTree, _ turn: borrowing Turn, _ body: (UnsafePointer<State>) -> Void) {
    switch self {
    // SAFETY: nothing changes the state before the turn ends, and this source retains the cell. The lock is held while
    // the address is taken, because that counts as a change of the state.
    case .own(let cell): body(tree.stateLock.hold { _ in cell.address })
    case .copied(let copy):
      withTemporaryValue(filledBy: { initialize(at: $0) { tree.read { locked in copy(locked) } } }, body)
    case .derived:
      let make: Initializer = tree.read { locked in capture(locked) }
      withTemporaryValue(filledBy: make, body)
    }
  }
}

// Closes an audience together with a store that retains neither the audience nor its observers.
extension WeakReference: Cancellable where Object: LifetimeMember {
  @usableFromInline
  package func cancel() { object?.closeWithLifetime() }

  @usableFromInline package var isEnded: Bool { isGone }
}
