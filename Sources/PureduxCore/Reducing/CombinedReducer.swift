/// One reducer, then another, with the same action.
public struct CombinedReducer<First: Reducing, Second: Reducing<First.State, First.Action>>: Reducing {
  let first: First
  let second: Second

  public func reduce(_ state: inout First.State, _ action: First.Action) {
    first.reduce(&state, action)
    second.reduce(&state, action)
  }
}

extension Reducing {
  /// Reduces each action on the left first, then on the right.
  public static func + <Other: Reducing<State, Action>>(first: Self, second: Other) -> CombinedReducer<Self, Other> {
    CombinedReducer(first: first, second: second)
  }
}
