/// Work that was found: to be started with the store that the action came to.
@usableFromInline typealias FoundWork = @Sendable (WorkSite) -> StoreSubscription?

/// Finds in a turn which work its action does: that of the action as the last middleware on its way up let it pass, for
/// that one is reduced at the top. What `map(actions:)` was given does its own work, if it has some.
@usableFromInline
final class WorkSearch {
  private(set) var found: FoundWork?

  @usableFromInline
  init() {}

  /// At the top of the way, or where nothing but reducers is left of it.
  @usableFromInline
  func look<Action>(for action: Action, _ work: WorkDetector<Action>) { found = work.find(in: action) }

  /// Below an embedding, when the way above it has been searched.
  @usableFromInline
  func lookBelow<Action>(for action: Action, _ work: WorkDetector<Action>) {
    found = work.own(of: action) ?? found.flatMap(work.startAbove)
  }
}
