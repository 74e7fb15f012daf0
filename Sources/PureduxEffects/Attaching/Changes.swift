/// Turns the changes of a value into work to be done: what an attachment of `onChange` keeps between states.
struct Changes<Value: Equatable & Sendable>: Sendable {
  private let overlap: Effect.Overlap
  private var last: Value?
  private var job = Effect.State.idle()

  init(_ overlap: Effect.Overlap) { self.overlap = overlap }

  /// The work that the value asks for. Queued work is new each time, the other kinds begin anew.
  mutating func follow(_ value: Value) -> Effect.State {
    if let last, last != value {
      if overlap == .queued { job = .running() } else { job.restart() }
    }
    last = value
    return job
  }
}

extension Effect.State {
  /// Runs while the value is true.
  mutating func follow(_ isOn: Bool) -> Effect.State {
    if isOn { run() } else { cancel() }
    return self
  }
}
