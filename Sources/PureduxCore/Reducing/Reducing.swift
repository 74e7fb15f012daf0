/// A reducer as a value: reducers combine with `+`, and one for a part can be lifted to a larger state and action.
///
/// A closure is enough where neither is needed; `ClosureReducer` turns a closure into a value.
///
/// ```swift
/// struct Adder: Reducing {
///   func reduce(_ state: inout Int, _ action: Int) { state += action }
/// }
/// let store = StateStore(0, reducer: Adder() + ClosureReducer { state, action in state *= 2 })
/// ```
public protocol Reducing<State, Action>: Sendable {
  /// The state that it changes.
  associatedtype State
  /// The action that says how.
  associatedtype Action

  /// Changes the state in place, as the action says. It runs where the store runs, off the main thread by default.
  func reduce(_ state: inout State, _ action: Action)
}
