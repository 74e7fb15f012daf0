/// The effect states that request work: a single state, or a collection of states.
@usableFromInline
protocol EffectRequests: Sendable {
  /// The part of the requests that is retained while they remain unchanged.
  associatedtype Fingerprint: Sendable

  var fingerprint: Fingerprint { get }
  /// Whether a cheap comparison shows that the requests are identical to those with the fingerprint `before`. If the
  /// result is false, the effect states are compared one by one.
  func isIdentical(to before: Fingerprint) -> Bool
  /// Calls `body` with the effect states, in a buffer that is valid only during the call.
  func withStates<Result>(_ body: (RequestBuffer) -> Result) -> Result
}

/// The request of a single effect state; no request if the effect state is nil.
@frozen
@usableFromInline
struct SingleRequest: EffectRequests {
  @usableFromInline let state: Effect.State?

  @inlinable
  init(_ state: Effect.State?) { self.state = state }

  @inlinable var fingerprint: Effect.State.Request? { state?.request }

  @inlinable
  func isIdentical(to before: Effect.State.Request?) -> Bool { state?.request == before }

  @inlinable
  func withStates<Result>(_ body: (RequestBuffer) -> Result) -> Result {
    guard let state else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    // SAFETY: the pointer is valid during the call, and `body` must not store the buffer.
    return withUnsafePointer(to: state) { body(UnsafeBufferPointer(start: $0, count: 1)) }
  }
}

/// A collection of effect states, each of which may request work.
@frozen
@usableFromInline
struct CollectionRequest<States: Collection & Sendable>: EffectRequests where States.Element == Effect.State {
  @usableFromInline let states: States

  @inlinable
  init(_ states: States) { self.states = states }

  @inlinable var fingerprint: States { states }

  /// Compares the two collections bitwise; for arrays, that means comparing storage addresses. Bitwise equality implies
  /// equal elements as long as both collections are retained.
  @inlinable
  func isIdentical(to before: States) -> Bool {
    // SAFETY: the bytes are only read, and both values are alive during the comparison.
    withUnsafeBytes(of: states) { now in withUnsafeBytes(of: before) { before in now.elementsEqual(before) } }
  }

  @inlinable
  func withStates<Result>(_ body: (RequestBuffer) -> Result) -> Result {
    // SAFETY: the buffer is valid during the call, and `body` must not store the buffer.
    states.withContiguousStorageIfAvailable(body) ?? Array(states).withUnsafeBufferPointer(body)
  }
}

/// Creates an effect request for each change of the value that an `onChange` attachment observes.
@usableFromInline
struct ChangeTracker<Value: Equatable & Sendable>: Sendable {
  @usableFromInline let overlap: Effect.Overlap
  @usableFromInline var last: Value?
  @usableFromInline var job = Effect.State.idle()

  @usableFromInline
  init(_ overlap: Effect.Overlap) { self.overlap = overlap }

  /// Returns the request for the current value, and stores the value for the next comparison. If the overlap is
  /// `queued`, each change requests work with a new identity; otherwise, each change restarts the same effect state.
  @inlinable
  mutating func request(for value: Value) -> SingleRequest {
    if let last, last != value, !Self.isStillNaN(value, last) { begin() }
    last = value
    return SingleRequest(job)
  }

  /// Whether both values are NaN, which counts as unchanged although a NaN never equals itself.
  @inlinable
  static func isStillNaN(_ value: Value, _ last: Value) -> Bool {
    value != value && last != last && value is any FloatingPoint
  }

  @usableFromInline
  mutating func begin() {
    if overlap == .queued { job = .running() } else { job.restart() }
  }
}

/// Converts a `Bool` into effect requests for a `toggle` attachment.
@usableFromInline
struct ToggleTracker: Sendable {
  @usableFromInline var job = Effect.State.idle()

  @usableFromInline
  init() {}

  /// Returns the request for the current value: the work runs while the value is true.
  @usableFromInline
  mutating func request(for isOn: Bool) -> SingleRequest {
    if isOn { job.run() } else { job.cancel() }
    return SingleRequest(job)
  }
}
