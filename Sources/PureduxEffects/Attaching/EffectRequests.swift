/// The effect states that ask for work: one, or a collection of them.
@usableFromInline
protocol EffectRequests: Sendable {
  /// Whether this is the very same as before, as far as that can be known at once. Equal ones are compared one by one.
  func isIdentical(to before: Self) -> Bool
  /// Calls `body` with the states, in storage that is valid during the call.
  func withStates<Result>(_ body: (RequestBuffer) -> Result) -> Result
}

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

/// Turns the changes of a value into requests: what an attachment of `onChange` keeps between states.
@usableFromInline
struct ChangeTracker<Value: Equatable & Sendable>: Sendable {
  @usableFromInline let overlap: Effect.Overlap
  @usableFromInline var last: Value?
  @usableFromInline var job = Effect.State.idle()

  @usableFromInline
  init(_ overlap: Effect.Overlap) { self.overlap = overlap }

  /// The request for the present value. Queued work has a new identity each time, other work begins anew.
  @inlinable
  mutating func request(for value: Value) -> SingleRequest {
    if let last, last != value { begin() }
    last = value
    return SingleRequest(job)
  }

  @usableFromInline
  mutating func begin() {
    if overlap == .queued { job = .running() } else { job.restart() }
  }
}

/// Turns a `Bool` into requests: what an attachment of `toggle` keeps between states.
@usableFromInline
struct ToggleTracker: Sendable {
  @usableFromInline var job = Effect.State.idle()

  @usableFromInline
  init() {}

  /// The request for the present value: work runs while it is true.
  @usableFromInline
  mutating func request(for isOn: Bool) -> SingleRequest {
    if isOn { job.run() } else { job.cancel() }
    return SingleRequest(job)
  }
}
