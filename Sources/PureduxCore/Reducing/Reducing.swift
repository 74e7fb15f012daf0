/// Changes a state in place, as an action says.
public typealias Reducer<State, Action> = @Sendable (inout State, Action) -> Void

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

/// A reducer made of a closure, which is what reducers that are combined or lifted become.
public struct ClosureReducer<State, Action>: Reducing {
  private let body: @Sendable (inout State, Action) -> Void

  /// Makes a reducer of a closure, so that it composes.
  public init(_ body: @escaping @Sendable (_ state: inout State, _ action: Action) -> Void) { self.body = body }

  public func reduce(_ state: inout State, _ action: Action) { body(&state, action) }
}

extension Reducing {
  /// Reduces each action on the left first, then on the right.
  public static func + (first: Self, second: some Reducing<State, Action>) -> ClosureReducer<State, Action> {
    ClosureReducer { state, action in
      first.reduce(&state, action)
      second.reduce(&state, action)
    }
  }
}
