extension Effect {
  /// How far work has come that a state asks for: what a progress bar shows.
  public enum Progress: Hashable, Sendable {
    /// It waits until other work of its attachment ends, because of a limit.
    case waitingForPlace
    /// It waits for its next attempt, until this time by the clock of the store's context.
    case waitingForAttempt(until: Duration)
    /// Its effect was ``Effect/postpone``.
    case postponed
    /// It runs.
    case running
  }
}
