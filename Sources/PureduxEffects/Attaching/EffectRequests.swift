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

/// The requests of a collection that were last compared.
@frozen
@usableFromInline
struct KnownRequests<Requests: EffectRequests> {
  /// A copy of the requests that were last compared one by one.
  @usableFromInline var states: [Effect.State] = []
  /// The requests of the last state, retained only while they remain unchanged. A retained collection is copied by its
  /// next mutation.
  @usableFromInline var unchanged: Requests.Fingerprint?
  /// Whether no effect is running or waiting.
  @usableFromInline var isQuiet = true

  @inlinable
  init() {}

  /// Passes the requests to the supervisor, unless they are identical to the previous requests.
  @inlinable
  mutating func update(_ requests: Requests, _ supervisor: Supervisor, _ source: Supervisor.FactorySource) {
    if let unchanged, requests.isIdentical(to: unchanged) {
      if !isQuiet { isQuiet = supervisor.stateChanged(source) }
    } else if let isQuiet = requests.withStates({ supervisor.change(&states, to: $0, source) }) {
      self.isQuiet = isQuiet
      unchanged = nil
    } else {
      if !isQuiet { isQuiet = supervisor.stateChanged(source) }
      unchanged = requests.fingerprint
    }
  }
}

/// Creates an effect request for each change of the value that an `onChange` attachment observes.
@usableFromInline
struct ChangeTracker<Value: Equatable & Sendable>: Sendable {
  @usableFromInline let overlap: Effect.Overlap
  @usableFromInline var last: Value?
  @usableFromInline var job = Effect.State.tracked

  @usableFromInline
  init(_ overlap: Effect.Overlap) { self.overlap = overlap }

  /// Returns the request for the current value, and stores the value for the next comparison. If the overlap is
  /// `queued`, each change requests work with a new identity; otherwise, each change restarts the same effect state.
  @inlinable
  mutating func request(for value: Value) -> Effect.State {
    if let last, last != value, !Self.isStillNaN(value, last) { begin() }
    last = value
    return job
  }

  /// Whether both values are NaN, which counts as unchanged although a NaN never equals itself.
  @inlinable
  static func isStillNaN(_ value: Value, _ last: Value) -> Bool {
    value != value && last != last && value is any FloatingPoint
  }

  @usableFromInline
  mutating func begin() {
    if overlap == .queued {
      job = .tracked
      job.run()
    } else {
      job.restart()
    }
  }
}

/// Converts a `Bool` into effect requests for a `toggle` attachment.
@usableFromInline
struct ToggleTracker: Sendable {
  @usableFromInline var job = Effect.State.tracked

  @usableFromInline
  init() {}

  /// Returns the request for the current value: the work runs while the value is true.
  @usableFromInline
  mutating func request(for isOn: Bool) -> Effect.State {
    if isOn { job.run() } else { job.cancel() }
    return job
  }
}

extension Effect.State {
  private static let trackedCount = Guarded<UInt64>(0)

  /// A new job for a tracker. Its identity is not drawn from the store's source, so attaching an effect does not change
  /// the identities that reducers draw.
  @usableFromInline static var tracked: Effect.State {
    let number = trackedCount.withLock { count in
      count += 1
      return count
    }
    return .idle(id: Identity(source: 0, number: number))
  }
}
