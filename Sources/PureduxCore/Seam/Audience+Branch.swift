/// A part of the tree below a node in which something observes.
@usableFromInline
package final class Branch<ParentState>: Sendable {
  // SAFETY: the pointers are ones that `withTemporaryValue` lends; `publish` reads or fills them, and does not keep them.

  /// How a state of the parent reaches the branch.
  @usableFromInline
  package enum Publication: Sendable {
    /// Takes the parent's state in temporary memory, which is valid during the call.
    case ofState(@Sendable (UnsafePointer<ParentState>, borrowing Turn) -> Void)
    /// Takes what makes the parent's state, and has it made as a part of a larger state, in place.
    case inPlace(@Sendable ((UnsafeMutablePointer<ParentState>) -> Void, borrowing Turn) -> Void)
  }

  @usableFromInline let publication: Publication
  package let close: @Sendable () -> [OrphanedObserver]

  @usableFromInline
  package init(close: @escaping @Sendable () -> [OrphanedObserver], _ publication: Publication) {
    self.publication = publication
    self.close = close
  }

  /// Publishes a state of the parent that is in memory.
  @inlinable
  func publish(_ state: UnsafePointer<ParentState>, _ turn: borrowing Turn) {
    switch publication {
    case .ofState(let publish): publish(state, turn)
    case .inPlace(let publish): publish({ memory in initialize(at: memory) { state.pointee } }, turn)
    }
  }
}

// The audiences below an audience.
extension Audience {
  /// Enters an audience below this one as a branch, or takes it out again: the parent link of that audience.
  ///
  /// The one place where a branch enters the audience above it and leaves; both happen with the lock of the tree's
  /// audiences held, so nothing of the user's code may run. Inlined, so that an audience captures nothing more than its
  /// publication needs.
  ///
  /// - Parameters:
  ///   - audience: The audience that enters; nil where it leaves.
  ///   - number: The place of the branch among the others, which are told of a state in the order of their numbers.
  ///   - publication: Says how the branch is told of states, each time that it enters.
  /// - Returns: What is to be released outside the lock.
  @inlinable
  @inline(__always)
  package func link<Part>(
    _ audience: Audience<Part>?, _ number: UInt64, _ locked: borrowing LockToken,
    _ publication: (Audience<Part>) -> Branch<State>.Publication
  ) -> (any Sendable)? {
    guard let audience else { return removeBranch(number, locked) }
    let branch = Branch<State>(close: { audience.close() }, publication(audience))
    return add(branch, of: audience, number: number, locked)
  }

  /// Makes an audience below this one, whose states are made from the ones offered here.
  // SAFETY: the pointers are ones that `publish` and `withTemporaryValue` lend; they are not kept.
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

  /// Makes the audience of a child below this one, whose states are pairs of the ones offered here and its own.
  // SAFETY: the memory is one that `publish` lends to have a pair made in it; each of the two is initialised once.
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

// Observers of an audience that is more than a node's own: of rows, for example.
extension Audience {
  /// Makes a registration for an observer of all that is published here. It is not entered yet.
  package func register(
    in tree: StoreTree, _ observe: @escaping Registration<State>.Observe
  ) -> Registration<State> {
    Registration(number: tree.nextNumber(), identity: nil, choice: .all, audience: self, observe: observe)
  }

  /// Calls an observer with what is true in this turn, then enters it, so that it misses nothing and is told nothing twice.
  ///
  /// Where the store has ended with its lifetime, an observer that can no longer be entered is not called.
  ///
  /// - Parameters:
  ///   - registration: The observer, made by `register`.
  ///   - lifetime: The lifetime of the store, if it has one.
  ///   - state: Makes what the observer is called with.
  /// - Returns: False where the store went for another reason before the observer could be entered.
  @discardableResult
  package func admit(
    _ registration: Registration<State>, endingWith lifetime: Lifetime?, _ turn: borrowing Turn, _ state: () -> State
  ) -> Bool {
    if lifetime?.isClosed == true {
      if add(registration) { registration.offer(state(), turn) }
      return true
    }
    registration.offer(state(), turn)
    return add(registration)
  }
}
