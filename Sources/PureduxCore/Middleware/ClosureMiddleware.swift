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

  /// Gives each action to the left first, then what that lets pass to the right.
  ///
  /// Before Swift 6.3 the compiler gives all `+` in one expression, between values of one type, the same type of result; so
  /// three closures combine by this form only.
  @inlinable
  public static func + (first: ClosureMiddleware, second: ClosureMiddleware) -> ClosureMiddleware {
    ClosureMiddleware { action, store in
      guard let action = first.body(action, store) else { return nil }
      return second.body(action, store)
    }
  }
}
