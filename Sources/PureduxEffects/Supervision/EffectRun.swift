/// One run of a piece of work, from the moment the state asks for it.
final class EffectRun: Sendable {
  /// The state that asked for it.
  let state: Effect.State
  /// Grows from one run of an attachment to the next.
  let number: Int
  /// Raised when what the work dispatches is to count no longer.
  let isClosed = AtomicFlag()
  /// Raised when its work has begun.
  let hasBegun = AtomicFlag()
  /// Raised by whatever comes first: the end of the work, its timeout, or the order to stop.
  let isDecided = AtomicFlag()
  /// Raised when not even the dispatch of `onTimeout` is to count.
  private let isRevoked = AtomicFlag()
  private let lastWordWasSaid = AtomicFlag()

  @TaskLocal private static var withLastWord: EffectRun?

  init(_ state: Effect.State, number: Int) {
    self.state = state
    self.number = number
  }

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

  /// Runs what may dispatch one more action after the run was closed.
  func withLastWord(_ body: () -> Void) { Self.$withLastWord.withValue(self, operation: body) }

  /// The flag that decides whether an action dispatched here and now counts.
  var closing: AtomicFlag {
    let isLastWord = isClosed.isRaised && Self.withLastWord === self && lastWordWasSaid.raise()
    return isLastWord ? isRevoked : isClosed
  }
}
