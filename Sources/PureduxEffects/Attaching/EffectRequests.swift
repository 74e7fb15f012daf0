/// The effect states that ask for work: one, or a collection of them.
@usableFromInline
protocol EffectRequests: Sendable {
  /// Whether this is the very same as before, as far as that can be known at once. Equal ones are compared one by one.
  func isIdentical(to before: Self) -> Bool
  /// Calls `body` with the states, in storage that is valid during the call.
  func withStates<Result>(_ body: (RequestBuffer) -> Result) -> Result
}
