/// Actions that are embedded into those of a level with middlewares.
@frozen
@usableFromInline
struct EmbeddingLevel<Action: Sendable, Whole: Sendable>: MiddlewareLevel {
  @usableFromInline let embed: @Sendable (Action) -> Whole
  @usableFromInline let parentQueue: ActionQueue<Whole>
  @usableFromInline let work: WorkDetector<Action>

  @inlinable
  init(
    _ embed: @escaping @Sendable (Action) -> Whole, into parentQueue: ActionQueue<Whole>, work: WorkDetector<Action>
  ) {
    self.embed = embed
    self.parentQueue = parentQueue
    self.work = work
  }

  @inlinable
  func pass(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing LockToken) -> Void
  ) -> Bool {
    guard parentQueue.path.pass(embed(action), turn, search, after: below) else { return false }
    search?.lookBelow(for: action, work)
    return true
  }
}
