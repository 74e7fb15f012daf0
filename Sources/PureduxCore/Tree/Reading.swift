/// How a node's state is had from outside of a turn: copied under the state lock, transformed after it.
@usableFromInline
enum Reading<State: Sendable>: Sendable {
  /// The node's own state.
  case own(StateCell<State>)
  /// Composed of copies alone.
  case copied(@Sendable (borrowing Held) -> State)
  /// Copies first, and a closure that makes the state of them with code of the user's.
  case derived(@Sendable (borrowing Held) -> @Sendable () -> State)

  /// Takes what the state is made of, under the lock; the result makes it, outside.
  @inlinable
  func capture(_ held: borrowing Held) -> @Sendable () -> State {
    switch self {
    case .own(let cell):
      let state = cell.read(held)
      return { state }
    case .copied(let copy):
      let state = copy(held)
      return { state }
    case .derived(let capture): return capture(held)
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
        let (make, local) = (capture(held), local.read(held))
        return { (make(), local) }
      }
    }
  }

  /// The state of a projection.
  @inlinable
  func map<Part: Sendable>(_ transform: @escaping @Sendable (State) -> Part) -> Reading<Part> {
    .derived { held in
      let make = capture(held)
      return { transform(make()) }
    }
  }
}
