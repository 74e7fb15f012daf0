/// The middlewares on the path of an action queue, and the interceptor of the tree.
///
/// The chains of roots and children are made, and call their middlewares, in `MiddlewareChain+Making`. A queue that has
/// neither has no chain, and pays one comparison for each action.
@usableFromInline
final class MiddlewareChain<Action: Sendable>: Sendable {
  /// Passes an action through the middlewares on the way up, then calls `below`, then the reducers of the store and of
  /// all stores above it, each with the action as it came there.
  ///
  /// Returns the action as the store reduced it, or nil when it was kept back.
  @usableFromInline typealias Pass =
    @Sendable (
      _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, _ below: (borrowing LockToken) -> Void
    ) -> Action?

  /// Called with each action as the root reduced it, and with a function to answer with.
  @usableFromInline typealias Interceptor = @Sendable (_ action: Action, _ answer: @escaping Dispatch<Action>) -> Void

  /// Calls the tree's interceptor with the turn's action, and with a dispatch to the store that it was sent to.
  @usableFromInline typealias Intercept =
    @Sendable (_ turn: borrowing Turn, _ answer: @escaping Dispatch<Action>) -> Void

  @usableFromInline let pass: Pass
  @usableFromInline let intercept: Intercept?
  @usableFromInline let dispatcher: WeakDispatcher<Action>
  /// The store's own reducer, without those of the stores above it; nil where the chain only embeds actions.
  @usableFromInline let ownReducer: ReductionPath<Action>.Reduce?

  @usableFromInline
  init(
    dispatcher: WeakDispatcher<Action>, intercept: Intercept?, ownReducer: ReductionPath<Action>.Reduce?,
    pass: @escaping Pass
  ) {
    self.dispatcher = dispatcher
    self.intercept = intercept
    self.ownReducer = ownReducer
    self.pass = pass
  }
}
