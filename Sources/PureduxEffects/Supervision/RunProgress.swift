/// How far a run has come, as users are told it.
enum RunProgress: Sendable {
  case waitingForPlace
  /// The time is not known while the effect is being made, after which the delay begins.
  case waitingForAttempt(until: Duration?)
  case postponed
  case running
}
