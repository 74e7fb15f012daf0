/// The one effect state of a form that knows of one.
@usableFromInline
struct SingleRequest: EffectRequests {
  @usableFromInline let state: Effect.State

  @inlinable
  init(_ state: Effect.State) { self.state = state }

  @inlinable
  func isIdentical(to before: SingleRequest) -> Bool { state.asksTheSame(as: before.state) }

  @inlinable
  func withStates<Result>(_ body: (RequestBuffer) -> Result) -> Result {
    // SAFETY: the pointer is valid during the call, and `body` is told not to keep the buffer.
    withUnsafePointer(to: state) { body(UnsafeBufferPointer(start: $0, count: 1)) }
  }
}
