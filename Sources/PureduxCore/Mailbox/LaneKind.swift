/// What all lanes of a tree have in common whose actions are of one type and meet nothing but reducers. A lane with
/// a passage has a kind of its own.
@usableFromInline
final class LaneKind<Action: Sendable>: Sendable {
  @usableFromInline let tree: StoreTree
  @usableFromInline let work: WorkDetector<Action>
  @usableFromInline let passage: Passage<Action>?
  /// `performNext`, formed where the action's type is known, so that it is specialised.
  @usableFromInline let process: @Sendable (Lane<Action>, Int, borrowing Turn) -> Void

  @inlinable
  init(tree: StoreTree, work: WorkDetector<Action>, passage: Passage<Action>?) {
    self.tree = tree
    self.work = work
    self.passage = passage
    process = { lane, count, turn in lane.performNext(count, turn) }
  }
}
