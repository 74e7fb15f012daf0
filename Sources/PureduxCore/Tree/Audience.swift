public import PureduxAtomics

/// The receivers of a node's states: its observers, then the observed branches of the tree below it.
///
/// A nonempty audience is a branch of its parent audience. All audiences of a tree share one lock, so that attaching or
/// detaching an audience together with its ancestors is atomic.
@_fixed_layout
@usableFromInline
package final class Audience<State>: Guarded<AudienceContent<State>>, @unchecked Sendable {
  // SAFETY: the class has no stored properties; `Guarded` guards its content with the lock, which `closeUnused` also
  // holds.

  /// Creates an empty audience. `parentLink` attaches the audience to its parent or detaches it.
  @inlinable
  package init(lock: Lock, parentLink: @escaping AudienceContent<State>.ParentLink) {
    super.init(AudienceContent(parentLink: parentLink), lock: lock)
  }
}

// Registering observers and attaching branches.
extension Audience {
  /// Registers an observer, unless it has ended. If the store was released, ends the observer and returns false.
  @usableFromInline
  @discardableResult
  package func add(_ registration: Registration<State>) -> Bool {
    let (isOpen, released) = lock.hold { locked in
      let released = enter(locked) { content in
        guard content.isOpen, !registration.isEnded else { return }
        content.observers.insert(registration, number: registration.number)
      }
      return (with(locked) { $0.isOpen }, released)
    }
    withExtendedLifetime(released) {}
    guard !isOpen else { return true }
    registration.cancel()
    close()
    return false
  }

  func remove(_ registration: Registration<State>) {
    let released = lock.hold { locked in leave(locked) { $0.observers.remove(registration.number) } }
    withExtendedLifetime(released) {}
  }

  /// Attaches a branch. Called by the parent link of the branch's audience, with the lock held.
  ///
  /// If the parent store was released, clears the parent link of the branch's audience, because no ancestor publishes
  /// to that audience anymore.
  @usableFromInline
  package func add<Part>(
    _ branch: Branch<State>, of audience: Audience<Part>, number: UInt64, _ locked: borrowing LockToken
  ) -> (any Sendable)? {
    let released = enter(locked) { $0.branches.insert(branch, number: number) }
    guard with(locked, { !$0.isOpen }) else { return released }
    audience.with(locked) { $0.parentLink = nil }
    return [released, removeBranch(number, locked)]
  }

  @usableFromInline
  package func removeBranch(_ number: UInt64, _ locked: borrowing LockToken) -> (any Sendable)? {
    leave(locked) { $0.branches.remove(number) }
  }

  /// Cancels `work` when the store is released, or immediately if the store was already released.
  func keep(_ work: any Cancellable) {
    let forgotten = withLock { content -> [any Cancellable]? in
      guard content.isOpen else { return nil }
      content.wasUsed = true
      return content.attachedWork.add(work)
    }
    guard let forgotten else { return work.cancel() }
    // Without `forget`, releasing an ended token would cancel its work, which would drop the actions that the work has
    // queued.
    for case let token as StoreSubscription in forgotten where token.isEnded { token.forget() }
  }

  /// Returns the work that ends with the store.
  func attachedWork() -> [any Cancellable] { withLock { $0.attachedWork.all } }

  /// Ends all observers, branches and work of a released store. Returns the orphaned observers.
  @usableFromInline
  @discardableResult
  package func close() -> [OrphanedObserver] {
    if closeUnused() { return [] }
    // Cancel the work before publication stops; otherwise, the work could miss the state that was meant to stop it.
    let (work, below) = withLock { content in
      defer { content.attachedWork = AttachedWork() }
      return (content.attachedWork.all, content.branches)
    }
    for work in work { work.cancel() }
    let leftBelow = close(below)

    let (content, released) = lock.hold { locked in
      let content = with(locked) { content in
        defer { content = AudienceContent(closed: ()) }
        return content
      }
      return (content, content.isEmpty ? nil : content.parentLink?(nil, locked))
    }
    withExtendedLifetime(released) {}
    var left: [OrphanedObserver] = []
    for case let observer? in content.observers.slots.lazy.map(\.element) {
      if !observer.isEnded, let location = observer.location {
        left.append(OrphanedObserver(observer, at: location))
      }
      observer.cancel()
    }
    // Cancel work that was added while this audience was being closed.
    for work in content.attachedWork.all { work.cancel() }
    return left + leftBelow + close(content.branches)
  }

  private func close(_ branches: NumberedList<Branch<State>>) -> [OrphanedObserver] {
    branches.slots.flatMap { $0.element?.close() ?? [] }
  }

  /// If this audience was never used, closes it and returns true; otherwise, returns false.
  ///
  /// Accesses only two flags: moving all of the generic content in memory would take longer than creating a store.
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

/// The observers, branches and attached work of a node, guarded by its audience.
@frozen
@usableFromInline
package struct AudienceContent<State>: Sendable {
  /// Attaches an audience to its parent, or detaches it if the argument is nil.
  ///
  /// Returns a value for the caller to release outside the lock.
  @usableFromInline package typealias ParentLink = @Sendable (Audience<State>?, borrowing LockToken) -> (any Sendable)?

  @usableFromInline var observers = NumberedList<Registration<State>>()
  @usableFromInline var branches = NumberedList<Branch<State>>()
  /// Whether the store was released.
  @usableFromInline var isClosed = false
  /// Whether anything has ever been registered or attached. Most audiences are never used, and closing an unused
  /// audience only sets a flag.
  @usableFromInline var wasUsed = false
  /// Effects and other work that ends with the store.
  @usableFromInline var attachedWork = AttachedWork()
  /// The link to the parent audience; nil once no ancestor publishes to this audience.
  @usableFromInline package var parentLink: ParentLink?

  @inlinable
  init(parentLink: @escaping ParentLink) { self.parentLink = parentLink }

  @usableFromInline
  var isEmpty: Bool { observers.isEmpty && branches.isEmpty }
}

extension AudienceContent {
  /// Creates the content of an audience whose store was released.
  init(closed: Void) { (parentLink, isClosed) = (nil, true) }

  var isOpen: Bool { !isClosed && parentLink != nil }
}

/// The work that ends with a store.
///
/// Ended work is pruned periodically, so it does not accumulate in a store that keeps starting work.
@frozen
@usableFromInline
struct AttachedWork: Sendable {
  @usableFromInline private(set) var all: [any Cancellable]

  @inlinable
  init() { all = [] }

  /// Adds work, and returns objects for the caller to release outside the lock.
  mutating func add(_ work: any Cancellable) -> [any Cancellable] {
    var forgotten: [any Cancellable] = []
    if all.count == all.capacity {
      forgotten = all
      all = all.filter { !$0.isEnded }
      all.reserveCapacity(max(16, all.count * 2))
    }
    all.append(work)
    return forgotten
  }
}

// Publishing states.
//
// SAFETY: the pointers to states come from `withTemporaryValue` or from the root's cell, and are valid during a
// publication; they are read and passed down, but never stored.
extension Audience {
  /// Publishes a state to all observers, in order, then to the branches.
  ///
  /// Observers registered or removed during the publication are not called.
  @inlinable
  package func publish(_ state: UnsafePointer<State>, _ turn: borrowing Turn) {
    let (observers, branches) = withLock { ($0.observers, $0.branches) }
    publish(state, to: observers, branches, turn)
  }

  /// Initializes a state and publishes it. If the only receiver is a child, the state is initialized in place, as part
  /// of the child's state.
  ///
  /// A state passed down a chain of children is therefore copied only once, into the last child's state.
  @inlinable
  func publish(_ turn: borrowing Turn, filledBy fill: (UnsafeMutablePointer<State>) -> Void) {
    let (observers, branches) = withLock { ($0.observers, $0.branches) }
    // Avoid `isEmpty`: it would look up type metadata in unspecialized code.
    if observers.count == 0, branches.count == 1, let branch = branches.slots[0].element, branch.isInPlace {
      return branch.publish(turn, filledBy: fill)
    }
    publish(to: observers, branches, turn, filledBy: fill)
  }

  /// Never inlined, so that only levels that need memory for the state reserve stack space for it.
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
    if branches.count > 0 {
      // SAFETY: the list is kept until the last branch has returned. Closures of the loop would be frames of each level.
      defer { withExtendedLifetime(branches) {} }
      for index in branches.slots.indices {
        branches.unretained(at: index)?._withUnsafeGuaranteedRef { $0.publish(state, turn) }
      }
    }
  }

  /// Never inlined, so that an observer's copy of the state is popped off the stack before the branches are called.
  @inlinable
  @inline(never)
  func offer(
    _ state: UnsafePointer<State>, to observers: ContiguousArray<NumberedList<Registration<State>>.Slot>,
    _ turn: borrowing Turn
  ) {
    if puredux_thread_shows_past() { return offerPast(state, to: observers, turn) }
    // A small state is loaded once for several observers. A large one is copied only for closures that take it.
    if observers.count > 1, MemoryLayout<State>.size <= 128 {
      return lend(state) { offer($0, at: state, to: observers, turn) }
    }
    for slot in observers { slot.element?.offer(state, turn) }
  }

  /// Never inlined: the inlined code would copy the state for each observer.
  @inlinable
  @inline(never)
  func offer(
    _ value: State, at state: UnsafePointer<State>,
    to observers: ContiguousArray<NumberedList<Registration<State>>.Slot>, _ turn: borrowing Turn
  ) {
    for slot in observers { slot.element?.offer(value, at: state, turn) }
  }

  /// Like `offer`, but withholds the state from observers that start and end work.
  @usableFromInline
  func offerPast(
    _ state: UnsafePointer<State>, to observers: ContiguousArray<NumberedList<Registration<State>>.Slot>,
    _ turn: borrowing Turn
  ) {
    for slot in observers where slot.element?.ruled?.skipsPast != true { slot.element?.offer(state, turn) }
  }
}
