/// One middleware, then another with what the first let pass.
@frozen
public struct CombinedMiddleware<First: Middleware, Second: Middleware<First.State, First.Action>>: Middleware {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  public func handle(
    _ action: First.Action, at store: MiddlewareSite<First.State, First.Action>
  ) -> First.Action? {
    guard let action = first.handle(action, at: store) else { return nil }
    return second.handle(action, at: store)
  }

  public func attach(to store: StateStore<First.State, First.Action>) {
    first.attach(to: store)
    second.attach(to: store)
  }
}

extension Middleware {
  /// Gives each action to the left first, then what that lets pass to the right.
  @inlinable
  public static func + <Other: Middleware<State, Action>>(
    first: Self, second: Other
  ) -> CombinedMiddleware<Self, Other> {
    CombinedMiddleware(first: first, second: second)
  }
}
