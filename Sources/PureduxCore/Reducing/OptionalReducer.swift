/// A reducer of a value that may be absent; actions for an absent one change nothing.
public struct OptionalReducer<Base: Reducing>: Reducing {
  let base: Base

  public func reduce(_ state: inout Base.State?, _ action: Base.Action) {
    if state != nil { base.reduce(&state!, action) }
  }
}

extension Reducing {
  /// Reduces while there is a state: `details.whenPresent().lifted(to: \.details) { … }`.
  ///
  /// A state that is one case of an enum becomes a part by a computed property that gives and takes its value.
  public func whenPresent() -> OptionalReducer<Self> { OptionalReducer(base: self) }
}
