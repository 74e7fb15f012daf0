public import PureduxCore

extension StateStore {
  /// Returns a store whose actions are the payloads of one case of this store's actions.
  ///
  /// ```swift
  /// let login = store.map(actions: \.login)
  /// login.dispatch(.setName("Ada"))
  /// ```
  ///
  /// The returned store has the same state as this store. Each payload is embedded in an action of this store; the
  /// reducers of this store and its ancestors receive that action.
  ///
  /// - Parameter case: The key path of a case of this store's actions.
  public func map<Part: Sendable>(
    actions case: KeyPath<Action.Cases, EnumCase<Action, Part>>
  ) -> StateStore<State, Part> where Action: CaseAccessible {
    map(actions: Action.cases[keyPath: `case`].embedValue)
  }
}
