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

/// A reducer of one element of a collection, working on all of it with an action that names the element.
///
/// An action for an element that is not there changes nothing: it may have been removed while the action was on its way.
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
