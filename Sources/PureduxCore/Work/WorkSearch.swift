/// Finds in a turn which work its action does: that of the action as the last middleware on its way up let it pass, for
/// that one is reduced at the top. What `map(actions:)` was given does its own work, if it has some.
@usableFromInline
final class WorkSearch {
  private(set) var found: FoundWork?

  @usableFromInline
  init() {}

  /// At the top of the way, or where nothing but reducers is left of it.
  @usableFromInline
  func look<Action>(for action: Action, _ work: WorkDetector<Action>) {
    if let own = work.own(of: action) { found = FoundWork(action: own, origin: nil) }
  }

  /// While the reducers run, for what an embedding made of the action: the lowest embedding comes first.
  func note<Action>(_ action: Action, _ work: WorkDetector<Action>, at origin: WorkOrigin) {
    guard found == nil, let own = work.own(of: action) else { return }
    found = FoundWork(action: own, origin: origin)
  }

  /// Below an embedding, when the way above it has been searched.
  @usableFromInline
  func lookBelow<Action>(for action: Action, _ work: WorkDetector<Action>) {
    if let own = work.own(of: action) {
      found = FoundWork(action: own, origin: nil)
    } else if found?.origin == nil {
      found?.origin = work.origin
    }
  }
}

extension StoreTree {
  /// Tells the search of this turn, if there is one, what an embedding made of the action.
  @usableFromInline
  func noteEmbedded<Action>(
    _ action: Action, _ work: WorkDetector<Action>, at origin: WorkOrigin, _ turn: borrowing Turn
  ) {
    workSearch.with(turn) { $0?.note(action, work, at: origin) }
  }
}
