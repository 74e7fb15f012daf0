public import PureduxAtomics

// Offering states.
//
// SAFETY: the pointers to states are ones that `withTemporaryValue` lends for the length of a publication; they are read
// and passed down, and not kept.
extension Audience {
  /// Offers a state to all observers, in order, then to the branches.
  ///
  /// An observer that is entered meanwhile is not called; neither is one that leaves.
  @inlinable
  package func publish(_ state: UnsafePointer<State>, _ turn: borrowing Turn) {
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

  /// The same in a turn that is observed.
  @usableFromInline
  func offerCounting(
    _ state: State, to observers: ContiguousArray<NumberedList<Registration<State>>.Slot>,
    _ turn: borrowing Turn
  ) {
    let showsPast = TurnObserverHook.showsPastOnThread
    for slot in observers where !(showsPast && slot.element?.skipsPast == true) {
      if slot.element?.offer(state, turn) == true { puredux_thread_count_observer() }
    }
  }
}
