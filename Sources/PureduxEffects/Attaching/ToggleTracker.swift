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
