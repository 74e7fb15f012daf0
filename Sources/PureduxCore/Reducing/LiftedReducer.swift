/// Applies a reducer of a part to the whole state.
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

/// A reducer of a value that may be absent; actions for an absent one change nothing.
public struct OptionalReducer<Base: Reducing>: Reducing {
  let base: Base

  public func reduce(_ state: inout Base.State?, _ action: Base.Action) {
    if state != nil { base.reduce(&state!, action) }
  }
}

extension Reducing {
  /// Reduces while there is a state: `details.whenPresent().lifted(to: \.details) { … }`.
  ///
  /// A state that is one case of an enum becomes a part by a computed property that gives and takes its value.
  public func whenPresent() -> OptionalReducer<Self> { OptionalReducer(base: self) }
}

/// Reduces one element of a collection, with an action that names the element.
///
/// An action for an element that is not there changes nothing: it may have been removed while the action waited.
public struct ElementReducer<Base: Reducing, Elements, ID>: Reducing {
  let base: Base
  let element: @Sendable (inout Elements, ID, (inout Base.State?) -> Void) -> Void

  public func reduce(_ state: inout Elements, _ action: (id: ID, action: Base.Action)) {
    element(&state, action.id) { base.whenPresent().reduce(&$0, action.action) }
  }
}

extension Reducing {
  /// Reduces the elements of an ordered state: `row.forEach().lifted(to: \.rows) { … (id, action) … }`.
  public func forEach() -> ElementReducer<Self, OrderedState<State>, State.ID> where State: Identifiable {
    ElementReducer(base: self) { elements, id, change in change(&elements[id: id]) }
  }

  /// Reduces the values of a dictionary: `tab.forEachValue().lifted(to: \.tabs) { … (key, action) … }`.
  public func forEachValue<Key: Sendable>() -> ElementReducer<Self, [Key: State], Key> {
    ElementReducer(base: self) { values, key, change in change(&values[key]) }
  }
}
