/// The middlewares on the path of an action queue, and the interceptor of the tree.
///
/// The levels call them: `RootLevel`, `ChildLevel` and `EmbeddingLevel`. A queue that has neither has no chain, and pays
/// one comparison for each action.
@_fixed_layout
@usableFromInline
final class MiddlewareChain<Action: Sendable>: Sendable {
  /// `MiddlewareLevel.pass`, as a closure that is formed where the types are known, so that it is specialised.
  @usableFromInline typealias Pass =
    @Sendable (Action, borrowing Turn, WorkSearch?, _ below: (borrowing LockToken) -> Void) -> Bool

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

  @inlinable
  init(
    _ level: some MiddlewareLevel<Action>, dispatcher: WeakDispatcher<Action>, intercept: Intercept?,
    ownReducer: ReductionPath<Action>.Reduce?
  ) {
    pass = { action, turn, search, below in level.pass(action, turn, search, after: below) }
    self.intercept = intercept
    self.dispatcher = dispatcher
    self.ownReducer = ownReducer
  }
}
