/// Carries a value to the main actor, or back to a caller there.
///
/// SAFETY: the value goes no further than the main actor, on which the host evaluates views.
struct Handed<Value>: @unchecked Sendable {
  let value: Value
}
