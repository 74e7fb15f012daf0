public import PureduxCore

/// A reducer of the payload of a case, working on the enumeration. See `lifted(toCase:extracting:)`.
public struct CaseReducer<Base: Reducing, State, Action>: Reducing {
  let base: Base
  let part: EnumCase<State, Base.State>
  let extract: @Sendable (Action) -> Base.Action?

  public func reduce(_ state: inout State, _ action: Action) {
    guard let action = extract(action) else { return }
    part.modify(&state) { base.reduce(&$0, action) }
  }
}
