/// A collection of effect states, each of which may ask for work.
@frozen
@usableFromInline
struct CollectionRequest<States: Collection & Sendable>: EffectRequests where States.Element == Effect.State {
  @usableFromInline let states: States

  @inlinable
  init(_ states: States) { self.states = states }

  /// Compares bits, which for an array are the address of its storage. Equal bits mean an equal value while both are
  /// kept.
  @inlinable
  func isIdentical(to before: CollectionRequest) -> Bool {
    // SAFETY: the bytes are only compared, and only while both values live.
    withUnsafeBytes(of: states) { now in withUnsafeBytes(of: before.states) { before in now.elementsEqual(before) } }
  }

  @inlinable
  func withStates<Result>(_ body: (RequestBuffer) -> Result) -> Result {
    // SAFETY: the buffer is valid during the call, and `body` is told not to keep it.
    states.withContiguousStorageIfAvailable(body) ?? Array(states).withUnsafeBufferPointer(body)
  }
}
