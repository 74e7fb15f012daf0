public import Dispatch

/// Changes a state in place, as an action says.
public typealias Reducer<State, Action> = @Sendable (inout State, Action) -> Void

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

/// A reducer made of a closure.
public struct ClosureReducer<State, Action>: Reducing {
  private let body: @Sendable (inout State, Action) -> Void

  /// Makes a reducer of a closure, so that it composes.
  public init(_ body: @escaping @Sendable (_ state: inout State, _ action: Action) -> Void) { self.body = body }

  public func reduce(_ state: inout State, _ action: Action) { body(&state, action) }

  /// Reduces each action on the left first, then on the right.
  ///
  /// Before Swift 6.3 the compiler gives all `+` in one expression, between values of one type, the same type of result; so
  /// three closures combine by this form only.
  public static func + (first: ClosureReducer, second: ClosureReducer) -> ClosureReducer {
    ClosureReducer { state, action in
      first.body(&state, action)
      second.body(&state, action)
    }
  }
}

/// One reducer, then another, with the same action.
public struct CombinedReducer<First: Reducing, Second: Reducing<First.State, First.Action>>: Reducing {
  let first: First
  let second: Second

  public func reduce(_ state: inout First.State, _ action: First.Action) {
    first.reduce(&state, action)
    second.reduce(&state, action)
  }
}

extension Reducing {
  /// Reduces each action on the left first, then on the right.
  public static func + <Other: Reducing<State, Action>>(first: Self, second: Other) -> CombinedReducer<Self, Other> {
    CombinedReducer(first: first, second: second)
  }
}

extension StateStore {
  /// A root store, whose reducer is a value and runs in the background on a queue of its own.
  @inlinable
  public init(
    _ initialState: State, qos: DispatchQoS = .userInteractive, reducer: some Reducing<State, Action>
  ) {
    self.init(initialState, qos: qos, reducer: { reducer.reduce(&$0, $1) })
  }

  /// A root store, whose reducer is a value and runs where `runner` says.
  @inlinable
  public init(_ initialState: State, runner: some StoreRunner, reducer: some Reducing<State, Action>) {
    self.init(initialState, runner: runner, reducer: { reducer.reduce(&$0, $1) })
  }
}
