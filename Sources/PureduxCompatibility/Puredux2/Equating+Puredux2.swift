public import PureduxCore

extension Equating {
  /// Returns an equality of states that compares only one part of the states.
  @_disfavoredOverload
  @available(*, deprecated, renamed: "equal(_:)")
  public static func equal<Part: Equatable & Sendable>(value part: @escaping @Sendable (State) -> Part) -> Equating {
    equal(part)
  }
}
