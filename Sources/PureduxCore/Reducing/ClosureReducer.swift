/// A reducer made of a closure.
public struct ClosureReducer<State, Action>: Reducing {
  private let body: @Sendable (inout State, Action) -> Void

  /// Makes a reducer of a closure, so that it composes.
  public init(_ body: @escaping @Sendable (_ state: inout State, _ action: Action) -> Void) { self.body = body }

  public func reduce(_ state: inout State, _ action: Action) { body(&state, action) }
}
