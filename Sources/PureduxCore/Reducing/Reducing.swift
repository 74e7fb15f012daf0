/// Applies an action to a state, in place.
public typealias Reducer<State, Action> = @Sendable (inout State, Action) -> Void

/// A reducer as a value, which can be combined with other reducers and lifted to a larger state.
///
/// Combine reducers with `+`, and lift a reducer of a part with `lifted(to:extracting:)`. A reducer that is neither
/// combined nor lifted can be a plain closure; to combine or lift a closure, wrap it in a `ClosureReducer`.
///
/// ```swift
/// struct Adder: Reducing {
///   func reduce(_ state: inout Int, _ action: Int) { state += action }
/// }
/// let store = StateStore(0, reducer: Adder() + ClosureReducer { state, action in state *= 2 })
/// ```
public protocol Reducing<State, Action>: Sendable {
  /// The type of the state that the reducer changes.
  associatedtype State
  /// The type of the actions that the reducer applies.
  associatedtype Action

  /// Applies the action to the state, in place. Runs on the store's runner, off the main thread by default.
  func reduce(_ state: inout State, _ action: Action)
}

/// A reducer that is created from a closure, or by combining or lifting reducers.
public struct ClosureReducer<State, Action>: Reducing {
  private let body: @Sendable (inout State, Action) -> Void

  /// Creates a reducer from a closure, so that the closure can be combined with other reducers.
  public init(_ body: @escaping @Sendable (_ state: inout State, _ action: Action) -> Void) { self.body = body }

  public func reduce(_ state: inout State, _ action: Action) { body(&state, action) }
}

extension Reducing {
  /// Combines two reducers. For each action, `first` runs before `second`.
  public static func + (first: Self, second: some Reducing<State, Action>) -> ClosureReducer<State, Action> {
    ClosureReducer { state, action in
      first.reduce(&state, action)
      second.reduce(&state, action)
    }
  }
}
