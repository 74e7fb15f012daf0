public import PureduxCore

extension StateStore {
  /// Makes a store that takes the payload of one case as its actions, and dispatches that case to this store.
  ///
  /// ```swift
  /// let login = store.map(actions: \.login)
  /// login.dispatch(.setName("Ada"))
  /// ```
  ///
  /// It shows the same state. Reducers here and above see the action of this store.
  ///
  /// - Parameter case: The case of this store's action.
  public func map<Part: Sendable>(
    actions case: KeyPath<Action.Cases, EnumCase<Action, Part>>
  ) -> StateStore<State, Part> where Action: CaseAccessible {
    map(actions: Action.cases[keyPath: `case`].embedValue)
  }
}
