/// A binding as its group knows it.
struct BoundMember<State: Sendable>: Sendable {
  let number: UInt64
  let filter: ChangeFilter
  /// Makes an update of a state that the filter has let through; nil where the binding has ended.
  let makeUpdate: @Sendable (State) -> Update?
  /// What shows the states.
  let site: BindingSite
  /// Nil where a token ends the binding, which closes the filter.
  let owner: WeakOwner?

  /// Whether somebody waits for further states.
  var isWanted: @Sendable () -> Bool {
    { [isClosed = filter.isClosed, owner] in !isClosed.isRaised && owner?.isGone != true }
  }
}
