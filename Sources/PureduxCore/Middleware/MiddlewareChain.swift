/// What stands on an action queue's way up besides reducers: middlewares, and the interceptor of the tree.
///
/// An action queue that has neither has no chain, and pays one comparison for each action.
@usableFromInline
final class MiddlewareChain<Action: Sendable>: Sendable {
  /// Gives an action to all middlewares on the way up, then reduces `below`, the store and all above it, each with the
  /// action as it came there. The result is the action as the store reduced it; nil when it was kept back.
  @usableFromInline typealias Pass =
    @Sendable (
      _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, _ below: (borrowing LockToken) -> Void
    ) -> Action?

  /// Told of each action that was reduced, as the root reduced it, and how to answer.
  @usableFromInline typealias Interceptor = @Sendable (_ action: Action, _ answer: @escaping Dispatch<Action>) -> Void

  /// Tells the tree's interceptor of the turn's action, and how to answer to the store that it was sent to.
  @usableFromInline typealias Intercept =
    @Sendable (_ turn: borrowing Turn, _ answer: @escaping Dispatch<Action>) -> Void

  @usableFromInline let pass: Pass
  @usableFromInline let intercept: Intercept?
  @usableFromInline let dispatcher: WeakDispatcher<Action>

  @usableFromInline
  init(dispatcher: WeakDispatcher<Action>, intercept: Intercept?, pass: @escaping Pass) {
    self.dispatcher = dispatcher
    self.intercept = intercept
    self.pass = pass
  }
}
