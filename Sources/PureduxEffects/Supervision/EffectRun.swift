/// One run of a piece of work, from the moment the state asks for it.
final class EffectRun: Sendable {
  /// The state that asked for it.
  let state: Effect.State
  /// Raised when what the work dispatches is to count no longer.
  let isClosed = AtomicFlag()
  /// Raised when not even the dispatch of `onTimeout` is to count.
  let isRevoked = AtomicFlag()
  /// Raised by whichever comes first, the end of the work or its timeout.
  let isDecided = AtomicFlag()

  init(_ state: Effect.State) { self.state = state }

  /// How long the attempt waits before it begins; nil when it does not.
  var delay: Duration? {
    guard let seconds = state.delay, seconds > 0 else { return nil }
    return .seconds(seconds.asWait)
  }

  /// The time that the policy allows for one attempt.
  var timeout: Duration? { state.policy.timeout.map { .seconds($0.asWait) } }

  func revoke() {
    isClosed.raise()
    isRevoked.raise()
  }
}
