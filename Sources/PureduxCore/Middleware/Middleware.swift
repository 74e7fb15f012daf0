/// Receives each action before any reducer, and passes it on, replaces it, or drops it.
///
/// An action passes through the middlewares of its store, then those of each ancestor, before any reducer runs. A
/// dropped action is not reduced. Combine middlewares with `+`, in the order in which they should receive actions.
///
/// ```swift
/// let limit = ClosureMiddleware<Counter, CounterAction> { action, store in
///   if case .add(let number) = action, number > 100 { return nil }
///   return action
/// }
/// let limited = StateStore(Counter(), middleware: limit, reducer: CounterReducer())
/// ```
public protocol Middleware<State, Action>: Sendable {
  /// The state type of the middleware's store.
  associatedtype State: Sendable
  /// The action type of the middleware's store.
  associatedtype Action: Sendable

  /// Returns the action to pass on, or nil to drop it.
  ///
  /// Called inside the turn, so this method must not block.
  func handle(_ action: Action, at store: MiddlewareContext<State, Action>) -> Action?

  /// Called once, after the middleware's store is created and before that store receives any action.
  func attach(to store: StateStore<State, Action>)
}

extension Middleware {
  public func attach(to store: StateStore<State, Action>) {}
}

/// A middleware created from a closure.
///
/// ```swift
/// let refuseLargeSteps = ClosureMiddleware<Counter, CounterAction> { action, store in
///   if case .add(let number) = action, number > 100 { return nil }
///   return action
/// }
/// let careful = StateStore(Counter(), middleware: refuseLargeSteps, reducer: CounterReducer())
/// ```
///
/// For a middleware that has its own state or is reused, declare a type that conforms to ``Middleware`` instead.
@frozen
public struct ClosureMiddleware<State: Sendable, Action: Sendable>: Middleware {
  @usableFromInline let body: @Sendable (Action, MiddlewareContext<State, Action>) -> Action?

  /// Creates a middleware from a closure that returns the action to pass on, or nil to drop it.
  ///
  /// - Parameter body: Called for each action, inside its turn and before the reducer, so `body` must be fast and must
  ///   not block.
  @inlinable
  public init(_ body: @escaping @Sendable (_ action: Action, _ store: MiddlewareContext<State, Action>) -> Action?) {
    self.body = body
  }

  @inlinable
  public func handle(_ action: Action, at store: MiddlewareContext<State, Action>) -> Action? { body(action, store) }
}

/// Two middlewares, called in sequence.
@frozen
@usableFromInline
struct CombinedMiddleware<First: Middleware, Second: Middleware<First.State, First.Action>>: Middleware {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  func handle(
    _ action: First.Action, at store: MiddlewareContext<First.State, First.Action>
  ) -> First.Action? {
    guard let action = first.handle(action, at: store) else { return nil }
    return second.handle(action, at: store)
  }

  @usableFromInline
  func attach(to store: StateStore<First.State, First.Action>) {
    first.attach(to: store)
    second.attach(to: store)
  }
}

extension Middleware {
  /// Combines two middlewares: the second receives the actions that the first passes on.
  @inlinable
  public static func + (
    first: Self, second: some Middleware<State, Action>
  ) -> some Middleware<State, Action> {
    CombinedMiddleware(first: first, second: second)
  }
}

/// A placeholder for a store without a middleware, on a path with middlewares. Passes every action on.
@frozen
@usableFromInline
struct NoMiddleware<State: Sendable, Action: Sendable>: Middleware {
  @inlinable init() {}

  @inlinable
  func handle(_ action: Action, at store: MiddlewareContext<State, Action>) -> Action? { action }
}
