/// Sees each action before any reducer does: lets it pass, puts another in its place, or keeps it back.
///
/// The middlewares of a store and of all above it see an action, in this order, before the first reducer does. One that
/// keeps it back has it reduced nowhere. They compose with `+`, first to last.
public protocol Middleware<State, Action>: Sendable {
  /// The state of the store that it belongs to.
  associatedtype State: Sendable
  /// What is dispatched to that store.
  associatedtype Action: Sendable

  /// The action to go on with; nil for none. Called inside the turn, so it must not wait.
  func handle(_ action: Action, at store: MiddlewareSite<State, Action>) -> Action?

  /// Called once, when the store has been made and before any action.
  func attach(to store: StateStore<State, Action>)
}

extension Middleware {
  public func attach(to store: StateStore<State, Action>) {}
}
