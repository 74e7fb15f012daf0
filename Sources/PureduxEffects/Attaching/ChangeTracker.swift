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
