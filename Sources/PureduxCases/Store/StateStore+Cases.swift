public import PureduxCore

extension StateStore {
  /// Returns a store whose actions are the payloads of one case of this store's actions.
  ///
  /// ```swift
  /// let login = store.map(actions: \.login)
  /// login.dispatch(.setName("Ada"))
  /// ```
  ///
  /// The returned store has the same state. The reducers of this store and its ancestors receive this store's action.
  ///
  /// - Parameter case: The case of this store's action.
  public func map<Part: Sendable>(
    actions case: KeyPath<Action.Cases, EnumCase<Action, Part>>
  ) -> StateStore<State, Part> where Action: CaseAccessible {
    map(actions: Action.cases[keyPath: `case`].embedValue)
  }
}
