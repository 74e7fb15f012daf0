/// Dispatches to a store for a tool that knows its number alone. It keeps no store alive.
package struct StoreEntrance: Sendable {
  /// What became of an action.
  package enum Answer: Sendable {
    case dispatched
    case gone
    /// The store takes actions of another type.
    case refused
  }

  package let actionType: Any.Type
  package let dispatch: @Sendable (any Sendable) -> Answer

  init<State, Action>(_ node: StoreNode<State, Action>) {
    actionType = Action.self
    let store = WeakStore(node)
    dispatch = { action in
      guard let action = action as? Action else { return .refused }
      guard let store = store.strong() else { return .gone }
      store.dispatch(action)
      return .dispatched
    }
  }
}
