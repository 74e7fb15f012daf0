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
