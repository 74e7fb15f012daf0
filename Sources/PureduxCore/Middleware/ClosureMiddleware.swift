/// A middleware made of a closure, or of several.
///
/// ```swift
/// let refuseLargeSteps = ClosureMiddleware<Counter, CounterAction> { action, store in
///   if case .add(let number) = action, number > 100 { return nil }
///   return action
/// }
/// let careful = StateStore(Counter(), middleware: refuseLargeSteps, reducer: CounterReducer())
/// ```
///
/// A middleware with state of its own, or one that is used in several places, is better a type that conforms to
/// ``Middleware``.
@frozen
public struct ClosureMiddleware<State: Sendable, Action: Sendable>: Middleware {
  @usableFromInline typealias Body = @Sendable (Action, MiddlewareSite<State, Action>) -> Action?

  /// Beside each other, for one that calls the next would cost a call more.
  @usableFromInline let bodies: ContiguousArray<Body>

  @usableFromInline
  init(bodies: ContiguousArray<Body>) { self.bodies = bodies }

  /// Makes a middleware of a closure that returns the action to go on with, or nil to keep it back.
  ///
  /// - Parameter body: Is called for each action in the turn, before the reducer, so it must be quick and must not wait.
  @inlinable
  public init(_ body: @escaping @Sendable (_ action: Action, _ store: MiddlewareSite<State, Action>) -> Action?) {
    bodies = [body]
  }

  @inlinable
  public func handle(_ action: Action, at store: MiddlewareSite<State, Action>) -> Action? {
    var action = action
    for index in bodies.indices {
      guard let next = bodies[index](action, store) else { return nil }
      action = next
    }
    return action
  }

  /// Gives each action to the left first, then what that lets pass to the right.
  public static func + (first: ClosureMiddleware, second: ClosureMiddleware) -> ClosureMiddleware {
    ClosureMiddleware(bodies: first.bodies + second.bodies)
  }
}
