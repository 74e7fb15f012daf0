/// How a node's state is had from outside of a turn: copied under the state lock, transformed after it.
@usableFromInline
enum Reading<State: Sendable>: Sendable {
  /// The node's own state.
  case own(StateCell<State>)
  /// Composed of copies alone.
  case copied(@Sendable (borrowing Held) -> State)
  /// Copies first, and a closure that makes the state of them with code of the user's.
  case derived(@Sendable (borrowing Held) -> Maker)

  /// Makes a state where it is to stand.
  @usableFromInline typealias Maker = @Sendable (UnsafeMutablePointer<State>) -> Void

  /// Takes what the state is made of, under the lock; the result makes it, outside.
  @inlinable
  func capture(_ held: borrowing Held) -> Maker {
    switch self {
    case .own(let cell): return copying { cell.read(held) }
    case .copied(let copy): return copying { copy(held) }
    case .derived(let capture): return capture(held)
    }
  }

  /// Never inlined, so that the copy is off the stack before anything above is asked.
  @inlinable
  @inline(never)
  func copying(_ read: () -> State) -> Maker {
    let state = read()
    return { place in place.initialize(to: state) }
  }

  /// A copy of the state, as of the last turn that has ended or of the one that is being published.
  @usableFromInline
  func state(_ tree: StoreTree) -> State {
    switch self {
    case .own(let cell): return tree.read { held in cell.read(held) }
    case .copied(let copy): return tree.read { held in copy(held) }
    case .derived(let capture):
      let make: Maker = tree.read { held in capture(held) }
      return withScratch(filledBy: make) { $0.pointee }
    }
  }

  /// The state of a child: this one and the child's own.
  @inlinable
  func with<Local: Sendable>(_ local: StateCell<Local>) -> Reading<(State, Local)> {
    switch self {
    case .own(let cell): return .copied { held in (cell.read(held), local.read(held)) }
    case .copied(let copy): return .copied { held in (copy(held), local.read(held)) }
    case .derived(let capture):
      return .derived { held in
        let makeState = capture(held)
        let makeLocal = Reading<Local>.own(local).capture(held)
        return { place in
          withScratch(filledBy: makeState) { state in
            withScratch(filledBy: makeLocal) { local in make(at: place) { (state.pointee, local.pointee) } }
          }
        }
      }
    }
  }

  /// The state of a projection.
  @inlinable
  func map<Part: Sendable>(_ transform: @escaping @Sendable (State) -> Part) -> Reading<Part> {
    .derived { held in
      let makeState = capture(held)
      return { place in withScratch(filledBy: makeState) { state in make(at: place) { transform(state.pointee) } } }
    }
  }
}
