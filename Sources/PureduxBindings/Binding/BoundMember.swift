/// A binding as its group knows it.
struct BoundMember<State: Sendable>: Sendable {
  let number: UInt64
  let filter: ChangeFilter<State>
  /// Makes an update of a state that the filter has let through; nil where the binding has ended.
  let makeUpdate: @Sendable (State) -> Update?
}
