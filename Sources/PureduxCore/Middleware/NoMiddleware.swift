/// The type of the middleware where a store has none. It has no values.
@usableFromInline
enum NoMiddleware<State: Sendable, Action: Sendable>: Middleware {
  @inlinable
  func handle(_ action: Action, at store: MiddlewareSite<State, Action>) -> Action? { switch self {} }
}
