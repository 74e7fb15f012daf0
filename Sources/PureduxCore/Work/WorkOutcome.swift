/// How work ended.
@usableFromInline
package enum WorkOutcome: Sendable, Hashable {
  case finished
  /// It threw an error, which has been reported.
  case failed
  /// It was told to stop, or its store has gone.
  case cancelled
}
