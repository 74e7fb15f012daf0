/// The way of an action up the tree, from the store that it was sent to: what is constant of a lane.
@usableFromInline
struct Way<Action: Sendable>: Sendable {
  @usableFromInline typealias Reduce = @Sendable (Action, borrowing Turn, borrowing Held) -> Void

  @usableFromInline let kind: LaneKind<Action>
  /// The number of the store in its tree.
  @usableFromInline let store: UInt64
  /// The reducers of the store and of all above, in this order.
  @usableFromInline let reduce: Reduce

  @inlinable
  init(kind: LaneKind<Action>, store: UInt64, reduce: @escaping Reduce) {
    self.kind = kind
    self.store = store
    self.reduce = reduce
  }

  /// What else is on that way: middlewares, and the interceptor.
  @usableFromInline var passage: Passage<Action>? { @inlinable get { kind.passage } }

  /// One turn: reduces upwards, then publishes downwards. Returns the action as the store reduced it; nil when a
  /// middleware kept it back. `search` is told of the work that the action does.
  @inlinable
  @discardableResult
  func perform(_ action: Action, _ turn: borrowing Turn, _ search: WorkSearch? = nil) -> Action? {
    if let passage { return perform(action, through: passage, turn, search) }
    let tree = kind.tree
    let isTapped = tree.isTapped(turn)
    if isTapped { tree.tell(.dispatched(action), of: store, turn) }
    tree.reduce(turn) { held in reduce(action, turn, held) }
    if isTapped { tree.tell(.reduced(action), of: store, turn) }
    tree.publish(turn)
    if isTapped { tree.tell(.published, of: store, turn) }
    search?.look(for: action, kind.work)
    return action
  }
}
