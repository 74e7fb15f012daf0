/// The one effect state of a form that knows of one; nil where the state has none at present.
@frozen
@usableFromInline
struct SingleRequest: EffectRequests {
  @usableFromInline let state: Effect.State?

  @inlinable
  init(_ state: Effect.State?) { self.state = state }

  @inlinable
  func isIdentical(to before: SingleRequest) -> Bool {
    guard let state, let before = before.state else { return state == nil && before.state == nil }
    return state.asksTheSame(as: before)
  }

  @inlinable
  func withStates<Result>(_ body: (RequestBuffer) -> Result) -> Result {
    guard let state else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    // SAFETY: the pointer is valid during the call, and `body` is told not to keep the buffer.
    return withUnsafePointer(to: state) { body(UnsafeBufferPointer(start: $0, count: 1)) }
  }
}
