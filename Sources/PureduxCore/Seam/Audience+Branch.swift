/// An observed part of the tree below a node.
@usableFromInline
package class Branch<ParentState>: @unchecked Sendable {
  // SAFETY: all properties are constant. The pointers come from `withTemporaryValue`; the methods read or initialize
  // their memory, and do not store them.

  /// How a branch receives a state of its parent.
  @usableFromInline
  package enum Publication: Sendable {
    /// Receives the parent's state in temporary memory, which is valid during the call.
    case ofState(@Sendable (UnsafePointer<ParentState>, borrowing Turn) -> Void)
    /// Receives a closure that initializes memory with the parent's state, and uses the closure to build a larger state
    /// in place.
    case inPlace(InPlaceBranch<ParentState>.Receive)
  }

  // The closure is stored instead of the enumeration, because extracting a closure from an enumeration retains it.
  @usableFromInline final let receive: @Sendable (UnsafePointer<ParentState>, borrowing Turn) -> Void
  package final let close: @Sendable () -> [OrphanedObserver]
  /// Whether this is an `InPlaceBranch`.
  @usableFromInline final let isInPlace: Bool

  fileprivate init(
    close: @escaping @Sendable () -> [OrphanedObserver], isInPlace: Bool,
    _ receive: @escaping @Sendable (UnsafePointer<ParentState>, borrowing Turn) -> Void
  ) {
    (self.close, self.isInPlace, self.receive) = (close, isInPlace, receive)
  }

  @usableFromInline
  package static func make(close: @escaping @Sendable () -> [OrphanedObserver], _ publication: Publication) -> Branch {
    switch publication {
    case .ofState(let receive): Branch(close: close, isInPlace: false, receive)
    case .inPlace(let receive): InPlaceBranch(close: close, receive)
    }
  }

  /// Publishes a parent's state that is already in memory.
  @inlinable
  final func publish(_ state: UnsafePointer<ParentState>, _ turn: borrowing Turn) {
    if isInPlace { return publish(turn) { memory in initialize(at: memory) { state.pointee } } }
    receive(state, turn)
  }

  /// Publishes a parent's state that `fill` writes in place. Requires `isInPlace`.
  @inlinable
  final func publish(_ turn: borrowing Turn, filledBy fill: (UnsafeMutablePointer<ParentState>) -> Void) {
    // SAFETY: only the subclass is in place.
    unsafeDowncast(self, to: InPlaceBranch<ParentState>.self).receiveInPlace(fill, turn)
  }
}

/// A branch that builds a larger state in place, from a closure that initializes memory with the parent's state.
@usableFromInline
package final class InPlaceBranch<ParentState>: Branch<ParentState>, @unchecked Sendable {
  // SAFETY: the property is constant.
  @usableFromInline
  package typealias Receive = @Sendable ((UnsafeMutablePointer<ParentState>) -> Void, borrowing Turn) -> Void

  @usableFromInline let receiveInPlace: Receive

  fileprivate init(close: @escaping @Sendable () -> [OrphanedObserver], _ receive: @escaping Receive) {
    receiveInPlace = receive
    super.init(close: close, isInPlace: true) { _, _ in }
  }
}

// The audiences below an audience.
extension Audience {
  /// Attaches an audience as a branch below this audience, or detaches the branch.
  ///
  /// Called by the parent link of the attached audience, with the lock of the tree's audiences held, so no user code
  /// may run. Inlined, so that an audience captures only the values that its publication needs.
  ///
  /// - Parameters:
  ///   - audience: The audience to attach; nil to detach.
  ///   - number: Orders the branch among its siblings, which receive states in ascending order of their numbers.
  ///   - publication: Called each time the branch is attached. Returns how the branch receives states.
  /// - Returns: A value for the caller to release outside the lock.
  @inlinable
  @inline(__always)
  package func link<Part>(
    _ audience: Audience<Part>?, _ number: UInt64, _ locked: borrowing LockToken,
    _ publication: (Audience<Part>) -> Branch<State>.Publication
  ) -> (any Sendable)? {
    guard let audience else { return removeBranch(number, locked) }
    let branch = Branch<State>.make(close: { audience.close() }, publication(audience))
    return add(branch, of: audience, number: number, locked)
  }

  /// Creates an audience below this one, with states that are computed from this audience's states.
  // SAFETY: the pointers come from `publish` and `withTemporaryValue`; they are not stored.
  @inlinable
  @inline(__always)
  package func below<Part>(
    _ number: UInt64, _ compose: @escaping @Sendable (State, borrowing Turn) -> Part
  ) -> Audience<Part> {
    let above = self
    return Audience<Part>(lock: lock) { audience, locked in
      above.link(audience, number, locked) { audience in
        .ofState { state, turn in
          withTemporaryValue(filledBy: { pointer in initialize(at: pointer) { lend(state) { compose($0, turn) } } }) {
            audience.publish($0, turn)
          }
        }
      }
    }
  }

  /// Creates the audience of a child below this audience.
  ///
  /// The child's audience receives pairs: the state that this audience receives, and the child's own state.
  // SAFETY: `publish` provides memory for a pair; each of its two parts is initialized once.
  @inlinable
  @inline(__always)
  func ofChild<Local>(_ number: UInt64, _ local: StateCell<Local>) -> Audience<(State, Local)> {
    let above = self
    return Audience<(State, Local)>(lock: lock) { audience, locked in
      above.link(audience, number, locked) { audience in
        .inPlace { fill, turn in
          audience.publish(turn) { pair in
            withUnsafeMutablePointer(to: &pair.pointee.0, fill)
            withUnsafeMutablePointer(to: &pair.pointee.1) { own in initialize(at: own) { local.read(turn) } }
          }
        }
      }
    }
  }
}

// Observers of an audience that publishes values other than a node's own states, for example rows.
extension Audience {
  /// Calls an observer with the current value, then registers it in the same turn, so that the observer neither misses
  /// a value nor receives one twice.
  ///
  /// If the store has ended with its lifetime, the observer is called only if it can still be registered.
  ///
  /// - Parameters:
  ///   - registration: The observer, whose audience is this one.
  ///   - lifetime: The lifetime of the store, if it has one.
  ///   - state: Computes the value for the first call.
  /// - Returns: False if the store was released, so that the observer could not be registered; always true if the store
  ///   has ended with its lifetime.
  @discardableResult
  package func admit(
    _ registration: Registration<State>, endingWith lifetime: Lifetime?, _ turn: borrowing Turn, _ state: () -> State
  ) -> Bool {
    // SAFETY: the observer is called before the pointer becomes invalid, and does not store it.
    if lifetime?.isClosed == true {
      if add(registration) { withUnsafePointer(to: state()) { registration.offer($0, turn) } }
      return true
    }
    withUnsafePointer(to: state()) { registration.offer($0, turn) }
    return add(registration)
  }
}
