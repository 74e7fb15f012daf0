/// What stands on a lane's way up besides reducers: middlewares, and the interceptor of the tree.
///
/// A lane that has neither has no passage, and pays one comparison for each action.
@usableFromInline
final class Passage<Action: Sendable>: Sendable {
  /// Gives an action to all middlewares on the way up, then reduces `below`, the store and all above it, each with the
  /// action as it came there. The result is the action as the store reduced it; nil when it was kept back.
  @usableFromInline typealias Pass =
    @Sendable (
      _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, _ below: (borrowing Held) -> Void
    ) -> Action?

  /// Told of each action that was reduced, as the root reduced it, and how to answer.
  @usableFromInline typealias Interceptor = @Sendable (_ action: Action, _ answer: @escaping Dispatch<Action>) -> Void

  /// Tells the tree's interceptor of the turn's action, and how to answer to the store that it was sent to.
  @usableFromInline typealias Intercept =
    @Sendable (_ turn: borrowing Turn, _ answer: @escaping Dispatch<Action>) -> Void

  @usableFromInline let pass: Pass
  @usableFromInline let intercept: Intercept?
  @usableFromInline let entry: Entry<Action>

  @usableFromInline
  init(entry: Entry<Action>, intercept: Intercept?, pass: @escaping Pass) {
    self.entry = entry
    self.intercept = intercept
    self.pass = pass
  }
}

extension Way {
  /// Passes an action on from below: through the middlewares from here up, and then to the reducers from `below` up.
  @inlinable
  func pass(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing Held) -> Void
  ) -> Action? {
    if let passage { return passage.pass(action, turn, search, below) }
    kind.tree.reduce(turn) { held in
      below(held)
      reduce(action, turn, held)
    }
    search?.look(for: action, kind.work)
    return action
  }

  /// A turn of a lane with a passage; nil when the action was kept back.
  @inlinable
  func perform(
    _ action: Action, through passage: Passage<Action>, _ turn: borrowing Turn, _ search: WorkSearch?
  ) -> Action? {
    let tree = kind.tree
    let isTapped = tree.isTapped(turn)
    if isTapped { tree.tell(.dispatched(action), of: store, turn) }
    guard let reduced = passage.pass(action, turn, search, { _ in }) else {
      if isTapped { tree.tell(.dropped(action), of: store, turn) }
      return nil
    }
    if isTapped { tree.tell(.reduced(reduced), of: store, turn) }
    tree.publish(turn)
    if isTapped { tree.tell(.published, of: store, turn) }
    passage.intercept?(turn) { [entry = passage.entry] in entry.dispatch($0) }
    return reduced
  }
}
