/// One run of a piece of work, from the moment the state asks for it.
@usableFromInline
final class EffectRun: Sendable {
  /// The state that asked for it.
  @usableFromInline let state: Effect.State
  /// Grows from one run of an attachment to the next.
  let number: Int
  /// Where it stands in the table of the runs.
  let place: Int
  /// Raised when what the work dispatches is to count no longer.
  @usableFromInline let isClosed: AtomicFlag

  /// A run that takes the place of a postponed one is closed together with it.
  init(_ state: Effect.State, number: Int, place: Int, closedWith postponed: EffectRun? = nil) {
    self.state = state
    self.number = number
    self.place = place
    isClosed = postponed?.isClosed ?? AtomicFlag()
  }

  /// How long the attempt waits before it begins; nil when it does not.
  var delay: Duration? {
    guard let seconds = state.delay, seconds > 0 else { return nil }
    return .seconds(seconds.asWait)
  }

  /// The time that the policy allows for one attempt.
  var timeout: Duration? { state.policy.timeout.map { .seconds($0.asWait) } }

  /// The flag that decides whether an action dispatched here and now counts.
  @usableFromInline
  var closing: AtomicFlag { isClosed.isRaised ? LastWord.current?.flag(for: self) ?? isClosed : isClosed }
}
