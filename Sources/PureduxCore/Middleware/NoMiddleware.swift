/// Stands where a store has no middleware: there is never a value of it.
@usableFromInline
enum NoMiddleware<State: Sendable, Action: Sendable>: Middleware {
  @inlinable
  func handle(_ action: Action, at store: MiddlewareSite<State, Action>) -> Action? { switch self {} }
}
