/// Sees each action before any reducer does, and lets it pass, replaces it, or keeps it back.
///
/// The middlewares of a store and of all stores above it see an action, in this order, before the first reducer does. An
/// action that one of them keeps back is reduced nowhere. Middlewares combine with `+`, first to last.
///
/// ```swift
/// let limit = ClosureMiddleware<Counter, CounterAction> { action, store in
///   if case .add(let number) = action, number > 100 { return nil }
///   return action
/// }
/// let limited = StateStore(Counter(), middleware: limit, reducer: CounterReducer())
/// ```
public protocol Middleware<State, Action>: Sendable {
  /// The state of the store that it belongs to.
  associatedtype State: Sendable
  /// The action that is dispatched to that store.
  associatedtype Action: Sendable

  /// Returns the action to go on with, or nil to keep it back.
  ///
  /// It is called inside the turn, so it must not wait.
  func handle(_ action: Action, at store: MiddlewareSite<State, Action>) -> Action?

  /// Called once, when the store has been made and before any action.
  func attach(to store: StateStore<State, Action>)
}

extension Middleware {
  public func attach(to store: StateStore<State, Action>) {}
}
