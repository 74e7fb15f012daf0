/// Where a node's state comes from when it is read outside of a turn: copied under the state lock, transformed after
/// it.
@usableFromInline
package enum StateSource<State: Sendable>: Sendable {
  /// The node's own state.
  case own(StateCell<State>)
  /// A composition of copies.
  case copied(@Sendable (borrowing LockToken) -> State)
  /// Copies, and a closure that makes the state of them with the user's code.
  case derived(@Sendable (borrowing LockToken) -> Initializer)

  /// Makes a state in memory that holds none yet.
  // SAFETY: the pointer is one that `withTemporaryValue` lends to what fills it; it is initialised once and not kept.
  @usableFromInline package typealias Initializer = @Sendable (UnsafeMutablePointer<State>) -> Void

  /// Copies what the state is made of, under the lock. The result makes the state, outside of it.
  @inlinable
  package func capture(_ locked: borrowing LockToken) -> Initializer {
    switch self {
    case .own(let cell): return copying { cell.read(locked) }
    case .copied(let copy): return copying { copy(locked) }
    case .derived(let capture): return capture(locked)
    }
  }

  /// Never inlined, so that the copy is off the stack before the level above is asked.
  @inlinable
  @inline(never)
  func copying(_ read: () -> State) -> Initializer {
    let state = read()
    return { pointer in pointer.initialize(to: state) }
  }

  /// A copy of the state as of the last turn that has ended, or of the one that is being published.
  @inlinable
  package func state(_ tree: StoreTree) -> State {
    if case .own(let cell) = self { tree.read { locked in cell.read(locked) } } else { composedState(tree) }
  }

  @usableFromInline
  func composedState(_ tree: StoreTree) -> State {
    if case .copied(let copy) = self { return tree.read { locked in copy(locked) } }
    let make: Initializer = tree.read { locked in capture(locked) }
    return withTemporaryValue(filledBy: make) { $0.pointee }
  }

  /// Lends the state under the lock, for a reducer further down. Only a projection's state is made for it.
  @inlinable
  func lendState(_ locked: borrowing LockToken, _ body: (State) -> Void) {
    switch self {
    case .own(let cell): cell.borrow(locked, body)
    case .copied(let copy): body(copy(locked))
    case .derived(let capture): withTemporaryValue(filledBy: capture(locked)) { body($0.pointee) }
    }
  }

  /// The source of a child's state: this state and the child's own.
  @inlinable
  func with<Local: Sendable>(_ local: StateCell<Local>) -> StateSource<(State, Local)> {
    switch self {
    case .own(let cell): return .copied { locked in (cell.read(locked), local.read(locked)) }
    case .copied(let copy): return .copied { locked in (copy(locked), local.read(locked)) }
    case .derived(let capture):
      return .derived { locked in
        let makeState = capture(locked)
        let makeLocal = StateSource<Local>.own(local).capture(locked)
        return { pointer in
          withTemporaryValue(filledBy: makeState) { state in
            withTemporaryValue(filledBy: makeLocal) { local in
              initialize(at: pointer) { (state.pointee, local.pointee) }
            }
          }
        }
      }
    }
  }

  /// The source of a projection's state.
  @inlinable
  package func map<Part: Sendable>(_ transform: @escaping @Sendable (State) -> Part) -> StateSource<Part> {
    .derived { locked in
      let makeState = capture(locked)
      return { pointer in
        withTemporaryValue(filledBy: makeState) { state in initialize(at: pointer) { transform(state.pointee) } }
      }
    }
  }
}

/// A copy of what a state is made of, at one revision.
package struct CapturedState<State: Sendable>: Sendable {
  let make: StateSource<State>.Initializer

  /// Makes the state.
  package func callAsFunction() -> State { withTemporaryValue(filledBy: make) { $0.pointee } }
}
