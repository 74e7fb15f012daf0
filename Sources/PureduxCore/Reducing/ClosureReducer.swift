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
