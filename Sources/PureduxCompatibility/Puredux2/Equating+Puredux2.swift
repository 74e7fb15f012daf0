public import PureduxCore

extension Equating {
  /// Two states are equal if this part of them is equal.
  @_disfavoredOverload
  @available(*, deprecated, renamed: "equal(_:)")
  public static func equal<Part: Equatable & Sendable>(value part: @escaping @Sendable (State) -> Part) -> Equating {
    equal(part)
  }
}
