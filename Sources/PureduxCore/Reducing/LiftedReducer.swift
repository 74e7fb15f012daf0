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
  /// Returns a reducer of a larger state that changes a part of it, for the actions that concern that part.
  ///
  /// ```swift
  /// struct Screen: Sendable { var counter = Counter() }
  /// enum ScreenAction: Sendable { case counter(CounterAction), close }
  /// let reducer = CounterReducer().lifted(to: \Screen.counter) { (action: ScreenAction) in
  ///   if case .counter(let action) = action { action } else { nil }
  /// }
  /// let store = StateStore(Screen(), reducer: reducer)
  /// ```
  ///
  /// - Parameters:
  ///   - part: Where the part is in the larger state.
  ///   - extract: Returns the part's action that a larger action holds, or nil for an action of another part.
  public func lifted<Whole, WholeAction>(
    to part: any WritableKeyPath<Whole, State> & Sendable,
    extracting extract: @escaping @Sendable (WholeAction) -> Action?
  ) -> LiftedReducer<Self, Whole, WholeAction> {
    LiftedReducer(base: self, part: part, extract: extract)
  }

  /// Returns a reducer of a larger state that changes a part of it, with the same actions.
  public func lifted<Whole>(
    to part: any WritableKeyPath<Whole, State> & Sendable
  ) -> LiftedReducer<Self, Whole, Action> {
    lifted(to: part) { $0 }
  }

  /// Returns a reducer of the same state that takes larger actions.
  ///
  /// - Parameter extract: Returns the action that a larger action holds, or nil for an action that is not its own.
  public func lifted<WholeAction>(
    extracting extract: @escaping @Sendable (WholeAction) -> Action?
  ) -> LiftedReducer<Self, State, WholeAction> {
    lifted(to: \.self, extracting: extract)
  }
}
