/// A copy of what a state is made of, at one revision.
package struct CapturedState<State: Sendable>: Sendable {
  let make: StateSource<State>.Initializer

  /// Makes the state.
  package func callAsFunction() -> State { withTemporaryValue(filledBy: make) { $0.pointee } }
}
