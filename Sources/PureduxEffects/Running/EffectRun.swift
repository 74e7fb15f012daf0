/// One run of an effect, from the moment in which the state asks for it.
@usableFromInline
final class EffectRun: Sendable {
  /// The state that asked for it.
  @usableFromInline let state: Effect.State
  /// Grows from one run of an attachment to the next.
  @usableFromInline let number: Int
  /// The index of its record in the table of runs.
  let slot: Int
  /// The priority of its tasks; nil for that of its attachment.
  let priority: WorkPriority?
  /// Raised when actions that the run dispatches no longer count.
  @usableFromInline let isClosed: AtomicFlag
  /// The turn in which the state asked for it.
  let cause = EventCause.here

  /// A run that replaces a postponed one is closed together with it.
  init(
    _ state: Effect.State, number: Int, slot: Int, priority: WorkPriority? = nil,
    closedWith postponed: EffectRun? = nil
  ) {
    self.state = state
    self.priority = priority
    self.number = number
    self.slot = slot
    isClosed = postponed?.isClosed ?? AtomicFlag()
  }

  /// How long the attempt waits before it begins; nil when it does not wait.
  var delay: Duration? {
    guard let seconds = state.delay, seconds > 0 else { return nil }
    return .seconds(seconds.asWait)
  }

  /// The time that the retry policy allows for one attempt.
  var timeout: Duration? { state.policy.attemptTimeout }

  /// The flag that decides whether an action counts that is dispatched here and now.
  @usableFromInline
  var closedFlag: AtomicFlag { isClosed.isRaised ? TimeoutDispatch.current?.flag(for: self) ?? isClosed : isClosed }
}
