public import PureduxCore

extension Equating {
  /// Considers two states equal if the results of `part` are equal.
  @_disfavoredOverload
  @available(*, deprecated, renamed: "equal(_:)")
  public static func equal<Part: Equatable & Sendable>(value part: @escaping @Sendable (State) -> Part) -> Equating {
    equal(part)
  }
}
