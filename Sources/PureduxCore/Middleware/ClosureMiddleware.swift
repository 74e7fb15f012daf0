/// A middleware made of a closure.
public struct ClosureMiddleware<State: Sendable, Action: Sendable>: Middleware {
  @usableFromInline let body: @Sendable (Action, MiddlewareSite<State, Action>) -> Action?

  /// `body` returns the action to go on with, or nil to keep it back.
  @inlinable
  public init(_ body: @escaping @Sendable (_ action: Action, _ store: MiddlewareSite<State, Action>) -> Action?) {
    self.body = body
  }

  @inlinable
  public func handle(_ action: Action, at store: MiddlewareSite<State, Action>) -> Action? { body(action, store) }
}
