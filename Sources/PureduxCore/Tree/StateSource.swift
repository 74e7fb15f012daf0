/// Reads a node's state outside a turn. The parts of the state are copied under the state lock, and transformed after
/// the lock has been released.
@usableFromInline
package enum StateSource<State: Sendable>: Sendable {
  /// The cell that holds the node's own state.
  case own(StateCell<State>)
  /// A closure that copies and composes the parts of the state under the lock.
  case copied(@Sendable (borrowing LockToken) -> State)
  /// A closure that copies the parts of the state under the lock. Returns an initializer that runs user code.
  case derived(@Sendable (borrowing LockToken) -> Initializer)

  /// Initializes memory with a state.
  // SAFETY: the pointer comes from `withTemporaryValue`; its memory is initialized once, and the pointer is not stored.
  @usableFromInline package typealias Initializer = @Sendable (UnsafeMutablePointer<State>) -> Void

  /// Copies the parts of the state under the lock. Returns a closure that initializes memory with the state and can be
  /// called without the lock.
  @inlinable
  package func capture(_ locked: borrowing LockToken) -> Initializer {
    switch self {
    case .own(let cell): return copying { cell.read(locked) }
    case .copied(let copy): return copying { copy(locked) }
    case .derived(let capture): return capture(locked)
    }
  }

  /// Never inlined, so that the stack frame that holds the copy is popped before another level of the tree is read.
  @inlinable
  @inline(never)
  func copying(_ read: () -> State) -> Initializer {
    let state = read()
    return { pointer in pointer.initialize(to: state) }
  }

  /// Returns a copy of the state after the last completed turn or, during a publication, of the state being published.
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

  /// Lends the state to `body` under the lock. A store's own state is lent without copying, a child's state is
  /// composed, and a projection's state is computed.
  @inlinable
  func lendState(_ locked: borrowing LockToken, _ body: (State) -> Void) {
    switch self {
    case .own(let cell): cell.borrow(locked, body)
    case .copied(let copy): body(copy(locked))
    case .derived(let capture): withTemporaryValue(filledBy: capture(locked)) { body($0.pointee) }
    }
  }

  /// Returns the source of a child's state: this state paired with the child's own state.
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

  /// Returns the source of a projection's state.
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

/// Copies of the parts of a state, all made at the same revision.
package struct CapturedState<State: Sendable>: Sendable {
  let make: StateSource<State>.Initializer

  /// Computes the state.
  package func callAsFunction() -> State { withTemporaryValue(filledBy: make) { $0.pointee } }
}
