public import PureduxCore

/// Applies a reducer to the payload of one case of an enumeration. See `lifted(toCase:extracting:)`.
public struct CaseReducer<Base: Reducing, State, Action>: Reducing {
  let base: Base
  let part: EnumCase<State, Base.State>
  let extract: @Sendable (Action) -> Base.Action?

  public func reduce(_ state: inout State, _ action: Action) {
    guard let action = extract(action) else { return }
    part.modify(&state) { base.reduce(&$0, action) }
  }
}

// This method is not an overload of `lifted(to:extracting:)`: an overload would increase the time to type-check a chain
// of lifts with inferred types to about a minute. Action cases need no overload, because the compiler converts the key
// path in `extracting: \.login` to a closure.
extension Reducing {
  /// Returns a reducer that changes the payload of one enumeration case while that case is current.
  ///
  /// ```swift
  /// let reducer = LoginReducer().lifted(toCase: \Route.Cases.login, extracting: \AppAction.login)
  /// ```
  ///
  /// With `@Cases`, the payload is changed in place if the enumeration also has a case without a payload.
  ///
  /// - Parameters:
  ///   - case: The case of the state whose payload this reducer changes. While another case is current, actions have no
  ///     effect.
  ///   - extract: Extracts this reducer's action from the larger action, or returns nil if the larger action contains
  ///     none.
  public func lifted<Whole: CaseAccessible, WholeAction>(
    toCase case: KeyPath<Whole.Cases, EnumCase<Whole, State>>,
    extracting extract: @escaping @Sendable (WholeAction) -> Action?
  ) -> CaseReducer<Self, Whole, WholeAction> {
    CaseReducer(base: self, part: Whole.cases[keyPath: `case`], extract: extract)
  }
}
