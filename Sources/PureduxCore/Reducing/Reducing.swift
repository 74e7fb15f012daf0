/// A reducer as a value: it composes with `+` and can be lifted to a larger state and action.
///
/// A reducer that is only a closure needs none of this; `ClosureReducer` makes one of these from it.
public protocol Reducing<State, Action>: Sendable {
  /// What it changes.
  associatedtype State
  /// What says how.
  associatedtype Action

  /// Applies an action to a state; on whatever thread the store runs.
  func reduce(_ state: inout State, _ action: Action)
}
