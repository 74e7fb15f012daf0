/// The middleware of a store that has none, on a path that has others: it lets each action pass.
@frozen
@usableFromInline
struct NoMiddleware<State: Sendable, Action: Sendable>: Middleware {
  @inlinable init() {}

  @inlinable
  func handle(_ action: Action, at store: MiddlewareSite<State, Action>) -> Action? { action }
}
