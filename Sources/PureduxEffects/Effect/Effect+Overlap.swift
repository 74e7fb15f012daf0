extension Effect {
  /// What becomes of work under way when a change asks for the same work again.
  public enum Overlap: Sendable {
    /// What runs is told to stop, then the new work starts.
    case latest
    /// What runs goes on, and the change starts nothing.
    case leading
    /// The new work starts when what runs has ended; none is left out.
    case queued
  }
}
