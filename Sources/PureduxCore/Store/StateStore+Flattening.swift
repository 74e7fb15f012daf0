// A child's state is a pair of its parent's and its own; deeper children nest pairs. These flatten them.
extension StateStore {
  /// A child's pair, transformed with the two as separate values.
  @inlinable
  public func map<A, B, Part: Sendable>(
    state transform: @escaping @Sendable (A, B) -> Part
  ) -> StateStore<Part, Action> where State == (A, B) {
    map(state: { transform($0.0, $0.1) })
  }

  /// The states of all levels side by side instead of nested in pairs, one level at a time.
  @inlinable
  public func flatMap<each A, B>() -> StateStore<(repeat each A, B), Action>
  where State == ((repeat each A), B), repeat each A: Sendable, B: Sendable {
    map(state: { state in (repeat each state.0, state.1) })
  }
}
