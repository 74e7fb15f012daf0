public import PureduxAtomics

/// Who is told of a node's states: its observers, then the branches of the tree below it in which something observes.
///
/// It is a branch of the audience above while it is not empty. All audiences of a tree share one lock, so that
/// entering and leaving go up the tree in one step, on any thread.
@_fixed_layout
@usableFromInline
final class Audience<State>: Guarded<AudienceContent<State>>, @unchecked Sendable {
  // SAFETY: it stores nothing of its own; `Guarded` keeps its content under the lock, which `closeUnused` holds too.

  /// Makes an empty audience. `parentLink` enters it into the audience above, and takes it out.
  @inlinable
  init(lock: Lock, parentLink: @escaping AudienceContent<State>.ParentLink) {
    super.init(AudienceContent(parentLink: parentLink), lock: lock)
  }
}

// SAFETY: the pointers to states are ones that `withTemporaryValue` lends for the length of a publication; they are read
// and passed down, and not kept.
extension Audience {
  /// Offers a state to all observers, in order, then to the branches.
  ///
  /// An observer that is entered meanwhile is not called; neither is one that leaves.
  @inlinable
  func publish(_ state: UnsafePointer<State>, _ turn: borrowing Turn) {
    let (observers, branches) = withLock { ($0.observers, $0.branches) }
    publish(state, to: observers, branches, turn)
  }

  /// Makes a state and offers it. Where only a child waits for it, it is made as a part of the child's.
  ///
  /// So of each state on a chain of children one copy is made, in the memory for the last child's.
  @inlinable
  func publish(_ turn: borrowing Turn, filledBy fill: (UnsafeMutablePointer<State>) -> Void) {
    let (observers, branches) = withLock { ($0.observers, $0.branches) }
    // Not by `isEmpty`: code that is not specialised would look up a type for it.
    if observers.count == 0, branches.count == 1,
      case .inPlace(let publish)? = branches.slots[0].element?.publication
    {
      return publish(fill, turn)
    }
    publish(to: observers, branches, turn, filledBy: fill)
  }

  /// Never inlined, so that memory for the state is on the stack only at the levels that need it.
  @inlinable
  @inline(never)
  func publish(
    to observers: NumberedList<Registration<State>>, _ branches: NumberedList<Branch<State>>, _ turn: borrowing Turn,
    filledBy fill: (UnsafeMutablePointer<State>) -> Void
  ) {
    withTemporaryValue(filledBy: fill) { publish($0, to: observers, branches, turn) }
  }

  @inlinable
  func publish(
    _ state: UnsafePointer<State>, to observers: NumberedList<Registration<State>>,
    _ branches: NumberedList<Branch<State>>, _ turn: borrowing Turn
  ) {
    if observers.count > 0 { offer(state, to: observers.slots, turn) }
    if branches.count > 0 { for slot in branches.slots { slot.element?.publish(state, turn) } }
  }

  /// Never inlined, so that a copy made for an observer is off the stack before the branches are told.
  @inlinable
  @inline(never)
  func offer(
    _ state: UnsafePointer<State>, to observers: ContiguousArray<NumberedList<Registration<State>>.Slot>,
    _ turn: borrowing Turn
  ) {
    lend(state) { offer($0, to: observers, turn) }
  }

  /// Never inlined either: the compiler would copy the state for each observer.
  @inlinable
  @inline(never)
  func offer(
    _ state: State, to observers: ContiguousArray<NumberedList<Registration<State>>.Slot>,
    _ turn: borrowing Turn
  ) {
    if puredux_thread_is_counting() { return offerCounting(state, to: observers, turn) }
    for slot in observers { slot.element?.offer(state, turn) }
  }

  /// The same in a recorded turn.
  @usableFromInline
  func offerCounting(
    _ state: State, to observers: ContiguousArray<NumberedList<Registration<State>>.Slot>,
    _ turn: borrowing Turn
  ) {
    let showsPast = TurnRecorder.showsPastOnThisThread
    for slot in observers where !(showsPast && slot.element?.skipsPast == true) {
      if slot.element?.offer(state, turn) == true { puredux_thread_count_observer() }
    }
  }

  /// Makes an audience below this one, whose states are made from the ones offered here.
  @inlinable
  @inline(__always)
  func below<Part>(
    _ number: UInt64, _ compose: @escaping @Sendable (State, borrowing Turn) -> Part
  ) -> Audience<Part> {
    let above = self
    return Audience<Part>(lock: lock) { audience, locked in
      guard let audience else { return above.removeBranch(number, locked) }
      let branch = Branch<State>(close: { audience.close() }) { state, turn in
        withTemporaryValue(filledBy: { pointer in initialize(at: pointer) { lend(state) { compose($0, turn) } } }) {
          audience.publish($0, turn)
        }
      }
      return above.add(branch, of: audience, number: number, locked)
    }
  }

  /// Makes the audience of a child below this one, whose states are pairs of the ones offered here and its own.
  // SAFETY: the memory is one that `publish` lends to have a pair made in it; each of the two is initialised once.
  @inlinable
  @inline(__always)
  func ofChild<Local>(_ number: UInt64, _ local: StateCell<Local>) -> Audience<(State, Local)> {
    let above = self
    return Audience<(State, Local)>(lock: lock) { audience, locked in
      guard let audience else { return above.removeBranch(number, locked) }
      let branch = Branch<State>(
        close: { audience.close() },
        .inPlace { fill, turn in
          audience.publish(turn) { pair in
            withUnsafeMutablePointer(to: &pair.pointee.0, fill)
            withUnsafeMutablePointer(to: &pair.pointee.1) { own in initialize(at: own) { local.read(turn) } }
          }
        })
      return above.add(branch, of: audience, number: number, locked)
    }
  }

  /// Enters an observer, unless it has ended; ends it when the store is gone, and returns false then.
  @discardableResult
  func add(_ registration: Registration<State>) -> Bool {
    let (isOpen, released) = lock.hold { locked in
      let released = enter(locked) { content in
        guard content.isOpen, !registration.isEnded else { return }
        content.observers.insert(registration, number: registration.number)
        if let identity = registration.identity {
          content.byIdentity = content.byIdentity ?? [:]
          content.byIdentity?[identity] = registration
        }
      }
      return (with(locked) { $0.isOpen }, released)
    }
    withExtendedLifetime(released) {}
    guard !isOpen else { return true }
    registration.end()
    close()
    return false
  }

  func remove(_ registration: Registration<State>) {
    let released = lock.hold { locked in
      leave(locked) { content -> (any Sendable)? in
        if let identity = registration.identity, content.byIdentity?[identity] === registration {
          content.byIdentity?[identity] = nil
        }
        return content.observers.remove(registration.number)
      }
    }
    withExtendedLifetime(released) {}
  }

  /// Enters a branch. It is called by the parent link of the branch's own audience, with the lock held.
  ///
  /// Where the store above is gone, that audience loses its link, because nobody above publishes any more.
  @usableFromInline
  func add<Part>(
    _ branch: Branch<State>, of audience: Audience<Part>, number: UInt64, _ locked: borrowing LockToken
  ) -> (any Sendable)? {
    let released = enter(locked) { $0.branches.insert(branch, number: number) }
    guard with(locked, { !$0.isOpen }) else { return released }
    audience.with(locked) { $0.parentLink = nil }
    return [released, removeBranch(number, locked)]
  }

  @usableFromInline
  func removeBranch(_ number: UInt64, _ locked: borrowing LockToken) -> (any Sendable)? {
    leave(locked) { $0.branches.remove(number) }
  }

  /// Returns the observer with this identity.
  func registration(_ identity: Identity) -> Registration<State>? {
    withLock { $0.byIdentity?[identity] }
  }

  /// Ends `work` when the store goes, or at once when it is gone.
  func keep(_ work: any Endable) {
    let forgotten = withLock { content -> [any Endable]? in
      guard content.isOpen else { return nil }
      content.wasUsed = true
      return content.attachedWork.add(work)
    }
    guard let forgotten else { return work.end() }
    // A token that is released cancels, and what its work dispatched last may still wait.
    for case let token as StoreSubscription in forgotten where token.isEnded { token.forget() }
  }

  /// The work that ends with the store.
  func attachedWork() -> [any Endable] { withLock { $0.attachedWork.all } }

  /// Ends everything here, because the store is gone. Returns the observers that ended for no other reason.
  @usableFromInline
  @discardableResult
  func close() -> [LeftObserver] {
    if closeUnused() { return [] }
    let old = lock.hold { locked in
      let old = with(locked) { content in
        defer { content = AudienceContent(closed: ()) }
        return content
      }
      let released = old.isEmpty ? nil : old.parentLink?(nil, locked)
      return (old, released)
    }
    var left: [LeftObserver] = []
    for case let observer? in old.0.observers.slots.lazy.map(\.element) {
      if let location = observer.location, !observer.isEnded {
        left.append(LeftObserver(observer: WeakOwner(observer), location: location))
      }
      observer.end()
    }
    for slot in old.0.branches.slots { left += slot.element?.close() ?? [] }
    for work in old.0.attachedWork.all { work.end() }
    return left
  }

  /// Closes an audience that nothing was ever entered into. False where something was.
  ///
  /// Reaches for two flags alone: to move a content of any state type in memory costs more than making a store.
  private func closeUnused() -> Bool {
    lock.hold { _ in
      if value.wasUsed { return false }
      value.isClosed = true
      return true
    }
  }

  private func enter(
    _ locked: borrowing LockToken, _ change: (inout AudienceContent<State>) -> Void
  ) -> (any Sendable)? {
    let parentLink = with(locked) { content in
      let wasEmpty = content.isEmpty
      content.wasUsed = true
      change(&content)
      return wasEmpty && !content.isEmpty ? content.parentLink : nil
    }
    return parentLink?(self, locked)
  }

  private func leave(
    _ locked: borrowing LockToken, _ change: (inout AudienceContent<State>) -> (any Sendable)?
  ) -> [any Sendable] {
    let (removed, parentLink) = with(locked) { content in
      let wasEmpty = content.isEmpty
      let removed = change(&content)
      return (removed, !wasEmpty && content.isEmpty ? content.parentLink : nil)
    }
    return [removed, parentLink?(nil, locked)].compactMap { $0 }
  }
}
