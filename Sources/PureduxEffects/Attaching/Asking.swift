/// What a state asks for: one piece of work, or a collection of them.
@usableFromInline
protocol Asking: Sendable {
  /// Whether this is the very same as before, which must be known at once. Those that only equal are looked through.
  func isSame(as before: Self) -> Bool
  func withStates<Result>(_ body: (Supervision.Asked) -> Result) -> Result
}

@usableFromInline
struct One: Asking {
  @usableFromInline let state: Effect.State

  @inlinable
  init(_ state: Effect.State) { self.state = state }

  @inlinable
  func isSame(as before: One) -> Bool { state.asksTheSame(as: before.state) }

  @inlinable
  func withStates<Result>(_ body: (Supervision.Asked) -> Result) -> Result {
    withUnsafePointer(to: state) { body(UnsafeBufferPointer(start: $0, count: 1)) }
  }
}

@usableFromInline
struct Many<States: Collection & Sendable>: Asking where States.Element == Effect.State {
  @usableFromInline let states: States

  @inlinable
  init(_ states: States) { self.states = states }

  /// Bit by bit, which for an array is the identity of its buffer. It says all as long as both are kept.
  @inlinable
  func isSame(as before: Many) -> Bool {
    withUnsafeBytes(of: states) { now in withUnsafeBytes(of: before.states) { before in now.elementsEqual(before) } }
  }

  @inlinable
  func withStates<Result>(_ body: (Supervision.Asked) -> Result) -> Result {
    states.withContiguousStorageIfAvailable(body) ?? Array(states).withUnsafeBufferPointer(body)
  }
}
