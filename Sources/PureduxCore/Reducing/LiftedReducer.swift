/// A reducer of a part, working on the whole.
public struct LiftedReducer<Base: Reducing, State, Action>: Reducing {
  let base: Base
  let part: any WritableKeyPath<State, Base.State> & Sendable
  let extract: @Sendable (Action) -> Base.Action?

  public func reduce(_ state: inout State, _ action: Action) {
    guard let action = extract(action) else { return }
    base.reduce(&state[keyPath: part], action)
  }
}

extension Reducing {
  /// Works on a part of a larger state; `extract` finds its action in a larger one, or nil for those of others.
  public func lifted<Whole, WholeAction>(
    to part: any WritableKeyPath<Whole, State> & Sendable,
    extracting extract: @escaping @Sendable (WholeAction) -> Action?
  ) -> LiftedReducer<Self, Whole, WholeAction> {
    LiftedReducer(base: self, part: part, extract: extract)
  }

  /// Works on a part of a larger state, with the same actions.
  public func lifted<Whole>(
    to part: any WritableKeyPath<Whole, State> & Sendable
  ) -> LiftedReducer<Self, Whole, Action> {
    lifted(to: part) { $0 }
  }

  /// Works on the same state, with the actions that `extract` finds in larger ones.
  public func lifted<WholeAction>(
    extracting extract: @escaping @Sendable (WholeAction) -> Action?
  ) -> LiftedReducer<Self, State, WholeAction> {
    lifted(to: \.self, extracting: extract)
  }
}
