/// A reducer of a part, working on the whole.
public struct LiftedReducer<Base: Reducing, State, Action>: Reducing {
  let base: Base
  let change: @Sendable (inout State, (inout Base.State) -> Void) -> Void
  let extract: @Sendable (Action) -> Base.Action?

  public func reduce(_ state: inout State, _ action: Action) {
    guard let action = extract(action) else { return }
    change(&state) { base.reduce(&$0, action) }
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
    lifted(through: { $1(&$0[keyPath: part]) }, extracting: extract)
  }

  /// Returns a reducer of a larger state that changes a part which a closure leads to, for the actions that concern it.
  ///
  /// Use it for a `Tracked` property, which writing through a key path would copy as a whole.
  ///
  /// ```swift
  /// struct Library: Sendable { @Tracked var counters: [Counter] = [] }
  /// let counting = ClosureReducer<[Counter], CounterAction> { counters, action in
  ///   for index in counters.indices { reduce(&counters[index], action) }
  /// }
  /// let reducer = counting.lifted(through: { (library: inout Library, change) in change(&library.counters) })
  /// ```
  ///
  /// - Parameter change: Calls its second argument with the part, in place.
  public func lifted<Whole>(
    through change: @escaping @Sendable (_ whole: inout Whole, _ change: (inout State) -> Void) -> Void
  ) -> LiftedReducer<Self, Whole, Action> {
    lifted(through: change) { $0 }
  }

  /// Returns a reducer of a larger state that changes a part which a closure leads to, for the actions that concern it.
  ///
  /// - Parameters:
  ///   - change: Calls its second argument with the part, in place.
  ///   - extract: Returns the part's action that a larger action holds, or nil for an action of another part.
  public func lifted<Whole, WholeAction>(
    through change: @escaping @Sendable (_ whole: inout Whole, _ change: (inout State) -> Void) -> Void,
    extracting extract: @escaping @Sendable (WholeAction) -> Action?
  ) -> LiftedReducer<Self, Whole, WholeAction> {
    LiftedReducer(base: self, change: change, extract: extract)
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
