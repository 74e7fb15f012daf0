/// Turns the changes of a value into work to be done: what an attachment of `onChange` keeps between states.
@usableFromInline
struct Changes<Value: Equatable & Sendable>: Sendable {
  @usableFromInline let overlap: Effect.Overlap
  @usableFromInline var last: Value?
  @usableFromInline var job = Effect.State.idle()

  @usableFromInline
  init(_ overlap: Effect.Overlap) { self.overlap = overlap }

  /// The work that the value asks for. Queued work is new each time, the other kinds begin anew.
  @inlinable
  mutating func follow(_ value: Value) -> Effect.State {
    if let last, last != value { begin() }
    last = value
    return job
  }

  @usableFromInline
  mutating func begin() {
    if overlap == .queued { job = .running() } else { job.restart() }
  }
}

extension Effect.State {
  /// Runs while the value is true.
  @usableFromInline
  mutating func follow(_ isOn: Bool) -> Effect.State {
    if isOn { run() } else { cancel() }
    return self
  }
}
